// The outside world of a command: terminal, clock, Ctrl-C, files.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "base/result.h"
#include "cli/options.h"
#include "explore/explorer.h"
#include "report/text.h"

namespace heddle::cli {

// How to print to standard output under these options.
report::TextOptions textOptions(const OutputOptions& output);

// Whether progress may be drawn (on standard error).
bool mayShowProgress(const OutputOptions& output);
void showProgress(const explore::Progress& progress);
void clearProgress();

// From here on Ctrl-C and SIGTERM only set a flag; a second one ends the
// process at once.
void catchInterrupts();
bool interrupted();

// "heddle: message" on standard error; answers kBadInput.
int complain(const std::string& message);

Result<std::string> readFile(const std::string& path);
// Whether writeFile will work, as far as one can know; nothing if so.
std::optional<Diagnostic> cannotWrite(const std::string& path);
// "-" is standard output.
std::optional<Diagnostic> writeFile(const std::string& path, const std::string& text);
// All or nothing: what was there before stays if something goes wrong.
std::optional<Diagnostic> replaceFile(const std::string& path, const std::string& text);

class Stopwatch {
 public:
  // Seconds since the last lap.
  double lap() {
    const auto before = last_;
    last_ = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(last_ - before).count();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace heddle::cli
