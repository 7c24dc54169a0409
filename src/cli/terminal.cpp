#include "cli/terminal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "base/files.h"
#include "cli/exit_codes.h"
#include "report/unicode.h"

namespace heddle::cli {
namespace {

constexpr unsigned kLeastWidth = 40, kMostWidth = 400, kUnknownWidth = 100;

volatile std::sig_atomic_t interruptedFlag = 0;

int outputError = 0;            // why standard output did not take something, of the first time
bool endsAtClosedPipe = false;  // as is usual; whoever started Heddle may have said to ignore the signal

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

// Who presses Ctrl-C again means it. timeout(1) sends its signal to the process and again to the group that it is in.
constexpr double kSameRequest = 0.3;  // seconds
timespec firstInterrupt{};

void onInterrupt(int signal) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (interruptedFlag == 0) {
    firstInterrupt = now;
    interruptedFlag = 1;
    return;
  }
  const double since = static_cast<double>(now.tv_sec - firstInterrupt.tv_sec) +
                       static_cast<double>(now.tv_nsec - firstInterrupt.tv_nsec) * 1e-9;
  if (since < kSameRequest) return;
  std::signal(signal, SIG_DFL);
  std::raise(signal);  // as soon as this has returned
}

}  // namespace

report::TextOptions textOptions(const OutputOptions& output) {
  return {{terminalWidth(), useColour(output)}, output.fullTrace, output.quiet, output.stats};
}

bool mayShowProgress(const OutputOptions& output) { return !output.quiet && isatty(STDERR_FILENO) != 0; }

void showLook(const report::Bounded::Look& look) {
  put(stderr, fmt::format("\r  {} steps, {} threads · {} nodes, {} conflicts so far · {:.0f} s\x1b[K", look.depth,
                          look.threads, report::grouped(look.nodes), report::grouped(look.conflicts), look.seconds));
  std::fflush(stderr);
}

void clearProgress() { put(stderr, "\r\x1b[K"); }

void put(std::FILE* stream, const std::string& text) {
  const bool isTaken = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
  if (!isTaken && stream == stdout && outputError == 0) outputError = errno;
}

std::optional<Diagnostic> putInto(const std::string& path, const std::string& text) {
  if (path != "-") return writeFile(path, text);
  put(stdout, text);
  return std::nullopt;
}

void prepareProcess() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (fcntl(stream, F_GETFD) < 0) open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);  // as if closed
  endsAtClosedPipe = std::signal(SIGPIPE, SIG_IGN) == SIG_DFL;
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit time{};
  if (getrlimit(RLIMIT_CPU, &time) == 0 && time.rlim_cur == time.rlim_max && time.rlim_max != RLIM_INFINITY &&
      time.rlim_max > 1) {
    --time.rlim_cur;
    setrlimit(RLIMIT_CPU, &time);
  }
}

int endOutput(int code) {
  if (std::fflush(stdout) != 0 && outputError == 0) outputError = errno;
  if (outputError == 0 && std::ferror(stdout) == 0) return code;
  if (outputError == EPIPE && endsAtClosedPipe) {
    std::signal(SIGPIPE, SIG_DFL);
    std::raise(SIGPIPE);
  }
  return complain(fmt::format("cannot write to standard output: {}", std::strerror(outputError)));
}

void catchInterrupts() {
  struct sigaction action{};
  action.sa_handler = onInterrupt;
  // The thread under test that happens to run may have little stack left.
  action.sa_flags = static_cast<int>(SA_ONSTACK | SA_RESTART);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGXCPU}) sigaction(signal, &action, nullptr);
}

bool interrupted() { return interruptedFlag != 0; }

int complain(const std::string& message) {
  put(stderr, fmt::format("heddle: {}\n", message));
  return kBadInput;
}

}  // namespace heddle::cli
