#include "cli/debugger.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <vector>

#include "base/files.h"
#include "cli/cli.h"
#include "cli/terminal.h"
#include "report/trace_rows.h"

namespace heddle::cli {
namespace {

constexpr std::string_view kScript =
#include "debugger.inc"
    ;

// Where gdb can read the script. The file has no name, and is gone when nobody has it open.
std::string scriptFile() {
  const int file = memfd_create("heddle-gdb", 0);
  if (file < 0) return "";
  for (std::size_t done = 0; done < kScript.size();) {
    const ssize_t now = write(file, kScript.data() + done, kScript.size() - done);
    if (now < 0) return "";
    done += static_cast<std::size_t>(now);
  }
  return fmt::format("/proc/self/fd/{}", file);
}

std::vector<std::string> replayArguments(const ReplayOptions& options) {
  std::error_code ignored;
  std::vector<std::string> arguments{std::filesystem::read_symlink("/proc/self/exe", ignored).string(), "replay",
                                     options.file, "--under-gdb", fmt::format("--violation={}", options.violation)};
  if (!options.test.empty()) arguments.push_back("--test=" + options.test);
  if (options.output.fullTrace) arguments.emplace_back("--full");
  if (options.output.quiet) arguments.emplace_back("--quiet");
  if (options.output.colour == Colour::Always) arguments.emplace_back("--color=always");
  if (options.output.colour == Colour::Never) arguments.emplace_back("--color=never");
  return arguments;
}

}  // namespace

int becomeDebugger(const ReplayOptions& options) {
  const std::string script = scriptFile();
  if (script.empty()) return complain(fmt::format("cannot hand a script to gdb: {}", std::strerror(errno)));
  std::vector<std::string> arguments{
      "gdb",  "-q",
      "-iex", "set debuginfod enabled off",
      "-iex", "set breakpoint pending on",
      "-ex",  fmt::format("python exec(compile(open('{}').read(), 'heddle', 'exec'))", script)};
  arguments.insert(arguments.end(), options.debuggerArguments.begin(), options.debuggerArguments.end());
  arguments.emplace_back("--args");
  for (std::string& argument : replayArguments(options)) arguments.push_back(std::move(argument));

  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_DFL);  // as gdb expects it
  execvp(pointers[0], pointers.data());
  if (errno == ENOENT) return complain("gdb is not installed; install it with: apt-get install gdb");
  return complain(fmt::format("cannot start gdb: {}", std::strerror(errno)));
}

std::string recordingForDebugger(const core::Trace& trace, const core::ThreadTable& threads) {
  nlohmann::json lines = nlohmann::json::array();
  for (const core::TraceLine& line : trace.lines)
    lines.push_back({{"step", line.step},
                     {"thread", line.thread},
                     {"place", report::shortPlace(line.place)},
                     {"what", report::describe(line, trace.isGraph)},
                     {"culprit", line.culprit}});
  nlohmann::json names = nlohmann::json::array();
  for (ThreadId t = 0; t < threads.count(); ++t) names.push_back(threads.nameOf(t));
  const core::Explained& violation = *trace.violation;
  return nlohmann::json{{"lines", lines},
                        {"threads", names},
                        {"steps", trace.schedule.size()},
                        {"kind", core::name(violation.kind)},
                        {"message", violation.message},
                        {"place", report::fullPlace(violation.place)},
                        {"thread", violation.thread}}
      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace heddle::cli
