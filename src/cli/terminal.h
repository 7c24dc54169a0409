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
void showLook(const report::Bounded::Look& look);
void clearProgress();

// From here on Ctrl-C and SIGTERM only set a flag; a second one ends the
// process at once.
void catchInterrupts();
bool interrupted();

// "heddle: message" on standard error; answers kBadInput.
int complain(const std::string& message);

}  // namespace heddle::cli
