// The outside world of a command: terminal, clock, Ctrl-C, files.
#pragma once

#include <chrono>
#include <cstdio>
#include <optional>
#include <string>

#include "base/result.h"
#include "cli/options.h"
#include "report/text.h"

namespace heddle::cli {

// How to print to standard output under these options.
report::TextOptions textOptions(const OutputOptions& output);

// Whether progress may be drawn (on standard error).
bool mayShowProgress(const OutputOptions& output);
void showLook(const report::Bounded::Look& look);
void clearProgress();

// Prints. What cannot be printed is for endOutput to say.
void put(std::FILE* stream, const std::string& text);
// The same into a file, which "-" does not name; nothing if all is well.
std::optional<Diagnostic> putInto(const std::string& path, const std::string& text);

// First of all: standard streams that are closed are taken, so that no file is opened in
// their place. Writing where nobody reads, or no more fits, is an error and no signal. A
// limit of processor time is announced a second before the system ends the process.
void prepareProcess();
// Last of all: `code`, or kBadInput if standard output has not taken all that was printed. If that is a pipe that
// nobody reads any more, the process ends by SIGPIPE and says nothing, as other tools do.
int endOutput(int code);

// From here on Ctrl-C, SIGTERM and the like only set a flag; a second one ends the
// process at once.
void catchInterrupts();
bool interrupted();

// "heddle: message" on standard error; answers kBadInput.
int complain(const std::string& message);

}  // namespace heddle::cli
