// An entry is a checksum of the rest, a line for each file that was read, "SIZE:TIME PATH", an empty one, and the
// bitcode.
#include "frontend/library_cache.h"

#include <fmt/format.h>
#include <llvm/Support/xxhash.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/files.h"

namespace heddle::frontend {
namespace {

namespace fs = std::filesystem;

std::string stampOf(const std::string& file) {
  struct stat info{};
  if (stat(file.c_str(), &info) != 0) return "gone";
  return fmt::format("{}:{}.{}", info.st_size, info.st_mtim.tv_sec, info.st_mtim.tv_nsec);
}

// "TARGET: FILE FILE \ …". A name with a blank is torn apart, and then found to be gone.
std::vector<std::string> filesOf(const std::string& dependencies) {
  std::istringstream words(dependencies.substr(std::min(dependencies.find(": "), dependencies.size())));
  std::vector<std::string> files;
  for (std::string word; words >> word;)
    if (word != ":" && word != "\\") files.push_back(word);
  return files;
}

std::string checksumOf(std::string_view text) {
  return fmt::format("{:016x}\n", llvm::xxh3_64bits({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()}));
}

// Without its checksum; nothing: it is damaged.
std::optional<std::string_view> checked(std::string_view entry) {
  const std::size_t length = checksumOf("").size();
  if (entry.size() < length || checksumOf(entry.substr(length)) != entry.substr(0, length)) return std::nullopt;
  return entry.substr(length);
}

}  // namespace

LibraryCache::LibraryCache(std::string directory, const std::string& clang, const std::vector<std::string>& flags)
    : directory_(std::move(directory)) {
  std::string all = "library" + clang + '\0' + stampOf(clang) + '\0';
  for (const std::string& flag : flags)
    if (!flag.ends_with("color-diagnostics")) all += flag + '\0';
  key_ = fmt::format("{:016x}", llvm::xxh3_64bits(all));
}

std::string LibraryCache::pathOf(const std::string& source) const {
  const std::string all = source + '\0' + key_;
  return (fs::path(directory_) /
          fmt::format("{}.{:016x}.library", fs::path(source).stem().string(), llvm::xxh3_64bits(all)))
      .string();
}

std::string LibraryCache::dependenciesPath(const std::string& source) const {
  return fmt::format("{}.{}.d.tmp", pathOf(source), getpid());
}

std::optional<std::string> LibraryCache::find(const std::string& source) const {
  if (directory_.empty()) return std::nullopt;
  auto entry = readFile(pathOf(source));
  const auto content = entry ? checked(*entry) : std::nullopt;
  if (!content) return std::nullopt;
  for (std::string_view rest = *content;;) {
    const std::size_t end = rest.find('\n');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end + 1);
    if (line.empty()) return std::string(rest);
    const std::size_t blank = line.find(' ');
    if (blank == std::string_view::npos || stampOf(std::string(line.substr(blank + 1))) != line.substr(0, blank))
      return std::nullopt;
  }
}

std::vector<std::string> LibraryCache::flagsFor(const std::string& source) const {
  if (directory_.empty()) return {};
  return {"-Wp,-MD," + dependenciesPath(source)};
}

void LibraryCache::publish(const std::string& source, const std::string& bitcode) const {
  if (directory_.empty()) return;
  if (auto dependencies = readFile(dependenciesPath(source))) {
    std::string entry;
    for (const std::string& file : filesOf(*dependencies)) entry += stampOf(file) + ' ' + file + '\n';
    const std::string content = entry + '\n' + bitcode;
    if (!entry.empty()) replaceFile(pathOf(source), checksumOf(content) + content);  // if that fails, there is no entry
  }
  std::error_code error;
  fs::remove(dependenciesPath(source), error);
}

}  // namespace heddle::frontend
