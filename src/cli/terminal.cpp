#include "cli/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "cli/cli.h"
#include "report/unicode.h"

namespace heddle::cli {
namespace {

constexpr unsigned kLeastWidth = 40, kMostWidth = 400, kUnknownWidth = 100;

volatile std::sig_atomic_t interruptedFlag = 0;

unsigned terminalWidth() {
  if (const char* columns = std::getenv("COLUMNS")) {
    const unsigned long width = std::strtoul(columns, nullptr, 10);
    if (width > 0) return static_cast<unsigned>(std::clamp<unsigned long>(width, kLeastWidth, kMostWidth));
  }
  winsize size{};
  if (isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return std::clamp<unsigned>(size.ws_col, kLeastWidth, kMostWidth);
  return kUnknownWidth;
}

bool useColour(const OutputOptions& output) {
  if (output.colour != Colour::Auto) return output.colour == Colour::Always;
  const char* noColour = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool dumb = terminal != nullptr && std::strcmp(terminal, "dumb") == 0;
  const int stream = output.takesStdout() ? STDERR_FILENO : STDOUT_FILENO;
  return isatty(stream) != 0 && (noColour == nullptr || *noColour == '\0') && !dumb;
}

}  // namespace

report::TextOptions textOptions(const OutputOptions& output) {
  return {{terminalWidth(), useColour(output)}, output.fullTrace, output.quiet, output.stats};
}

bool mayShowProgress(const OutputOptions& output) { return !output.quiet && isatty(STDERR_FILENO) != 0; }

void showProgress(const explore::Progress& progress) {
  const double rate = progress.seconds > 0 ? static_cast<double>(progress.executions) / progress.seconds : 0;
  fmt::print(stderr, "\r  {} executions · {}/s · {:.0f} s\x1b[K", report::grouped(progress.executions),
             report::grouped(static_cast<unsigned long long>(rate)), progress.seconds);
  std::fflush(stderr);
}

void showLook(const report::Bounded::Look& look) {
  fmt::print(stderr, "\r  {} steps, {} threads · {} nodes, {} conflicts so far · {:.0f} s\x1b[K", look.depth,
             look.threads, report::grouped(look.nodes), report::grouped(look.conflicts), look.seconds);
  std::fflush(stderr);
}

void clearProgress() { fmt::print(stderr, "\r\x1b[K"); }

void catchInterrupts() {
  struct sigaction action{};
  action.sa_handler = [](int) { interruptedFlag = 1; };
  // The thread under test that happens to run may have little stack left.
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_ONSTACK | SA_RESTART);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool interrupted() { return interruptedFlag != 0; }

int complain(const std::string& message) {
  fmt::print(stderr, "heddle: {}\n", message);
  return kBadInput;
}

}  // namespace heddle::cli
