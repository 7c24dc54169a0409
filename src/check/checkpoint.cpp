#include "check/checkpoint.h"

#include <filesystem>
#include <fstream>
#include <utility>

#include "base/files.h"
#include "check/saved_search.h"

namespace heddle::check {

std::optional<Diagnostic> cannotKeep(const std::string& file) {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(file, ignored) && std::filesystem::file_size(file, ignored) != 0) {
    std::string start(kCheckpointStart.size(), '\0');
    std::ifstream(file, std::ios::binary).read(start.data(), static_cast<std::streamsize>(start.size()));
    if (start != kCheckpointStart)
      return Diagnostic{file + ": there is something else than a checkpoint; it would be written over"};
  }
  return cannotWrite(file);
}

explore::Checkpoints Checkpoint::checkpoints() {
  if (plan_.options.checkpoint.empty()) return {};
  return {plan_.options.checkpointEvery, [this](const explore::Standing& now) { problem_ = write(now); }};
}

std::optional<Diagnostic> Checkpoint::write(const explore::Standing& now) const {
  return replaceFile(plan_.options.checkpoint, savedText(now, plan_, program_));
}

void Checkpoint::remove() const {
  std::error_code ignored;
  if (std::filesystem::is_regular_file(plan_.options.checkpoint, ignored))
    std::filesystem::remove(plan_.options.checkpoint, ignored);
}

std::string Checkpoint::problem() const {
  return problem_ ? "the last checkpoint could not be written: " + problem_->message : "";
}

}  // namespace heddle::check
