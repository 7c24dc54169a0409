#include "cli/parse.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/beside_test.h"
#include "cli/clang_flags.h"
#include "cli/command_line.h"
#include "cli/config.h"
#include "cli/help.h"
#include "cli/list.h"
#include "cli/list_library.h"
#include "cli/settle.h"
#include "cli/without.h"

namespace heddle::cli {
namespace {

// What CLI11 does not see of the arguments.
struct Taken {
  std::vector<std::string> ofProgram, ofClang, ofDebugger;
  std::string problem;
};

Taken take(const std::string& verb, std::vector<std::string>& arguments) {
  Taken taken;
  const bool isOfCheck = verb == "check" || verb == "estimate";
  if (isOfCheck) taken.ofProgram = takeProgramArguments(arguments);
  if (isOfCheck || verb == "test" || verb == "bmc") taken.ofClang = takeClangFlags(arguments, taken.problem);
  if (verb == "replay") taken.ofDebugger = takeDebuggerArguments(arguments, taken.problem);
  return taken;
}

// What is wrong with the source, or what goes with it; nothing if all is well.
std::string load(frontend::Source& source, const Taken& taken, const Config& config) {
  if (source.files.empty()) return "no source file given";
  source.clangFlags = taken.ofClang;
  if (const std::string note = config.note(); !note.empty()) source.notes.push_back(note);
  if (const auto bad = check::loadSuppressions(source.racy)) return bad->message;
  if (const auto bad = frontend::loadFlags(source)) return bad->message;
  return {};
}

// What is wrong with the options of a check; nothing if all is well.
std::string finishCheck(const CLI::App& command, CheckOptions& options, const Taken& taken, const Config& config) {
  options.runtime.arguments = taken.ofProgram;
  if (std::string problem = load(options.source, taken, config); !problem.empty()) return problem;
  const Given given{.search = command.count("--search") != 0,
                    .model = command.count("--model") != 0,
                    .executions = command.count("--executions") != 0,
                    .dependence = command.count("--dependence") != 0,
                    .noCommute = std::ranges::count(command.get_option("--without")->results(), kCommute) != 0,
                    .spuriousWakeups = command.count("--spurious-wakeups") != 0,
                    .jobs = command.count("--jobs") != 0};
  if (std::string problem = settle(options, given); !problem.empty()) {
    const std::string note = config.note();
    return note.empty() ? problem : fmt::format("{} ({})", problem, note);
  }
  if (const auto unreadable = check::loadInput(options.runtime)) return unreadable->message;
  return {};
}

// Which of the options of a check an estimate does not understand; empty: none that was given.
std::string notOfEstimate(const CLI::App& command) {
  for (const char* const option : {"--checkpoint", "--resume", "--mpi", "--dot", "--explain-slice", "--explain-loops"})
    if (command.count(option) != 0) return fmt::format("{}: an estimate keeps and explains nothing", option);
  return {};
}

Command finishEstimate(CommandLine& line, const Taken& taken, const Config& config) {
  std::string problem = notOfEstimate(*line.command());
  if (problem.empty()) problem = finishCheck(*line.command(), line.estimate, taken, config);
  if (!problem.empty()) return usageError(problem, "estimate");
  return line.estimate;
}

// Which of the options of a check are for one program only; empty: none that was given. `what` each of them is.
std::string notOfMany(const CLI::App& command, const char* what) {
  for (const char* const option : {"--checkpoint", "--checkpoint-every", "--resume", "--mpi"})
    if (command.count(option) != 0) return fmt::format("{}: a {} is checked as a whole", option, what);
  for (const char* const option : {"--explain-slice", "--explain-loops"})
    if (command.count(option) != 0)
      return fmt::format("{}: it explains one program, and {}s are several", option, what);
  return {};
}

// The command line again, with what stands beside the test. What it sets itself comes before that, and that before what
// the configuration file says.
Result<check::Options> finishTest(std::vector<std::string> arguments, const Taken& taken, Config config,
                                  const frontend::Source& program, const frontend::Test& test) {
  const std::string verb = arguments.front();
  const auto wrong = [&](const std::string& problem) {
    return Diagnostic{fmt::format("{}:{}: test {}: {}", test.file, test.line, test.name, problem)};
  };
  auto own = readBeside(test.options);
  if (!own) return wrong(own.problem().message);
  CommandLine given;
  if (auto message = given.read(verb, arguments)) return Diagnostic{message->text};
  std::vector<std::string> more;
  for (const auto& [name, words] : own->arguments) {
    if (given.command()->count("--" + name) != 0) continue;
    config.settings.erase(name);
    more.insert(more.end(), words.begin(), words.end());
  }
  const std::vector<std::string> defaults = config.arguments();
  more.insert(more.end(), defaults.begin(), defaults.end());
  arguments.insert(arguments.begin() + 1, more.begin(), more.end());
  CommandLine all;
  if (auto message = all.read(verb, arguments)) return Diagnostic{message->text};
  CheckOptions& its = all.isOf("test") ? all.test : all.check;
  if (std::string problem = finishCheck(*all.command(), its, taken, config); !problem.empty()) return wrong(problem);
  check::Options options = std::move(its);
  options.source.files = program.files;
  options.source.flagsOf = program.flagsOf;
  options.source.bitcode = program.bitcode;
  options.source.messages = program.messages;
  options.source.test = test.name;
  options.test = report::Test{test.name, {test.file, test.line, 0, test.name}, own->expects};
  return options;
}

auto ofTest(const std::vector<std::string>& arguments, const Taken& taken, const Config& config) {
  return [=](const frontend::Source& program, const frontend::Test& test) {
    return finishTest(arguments, taken, config, program, test);
  };
}

Command finishCheck(CommandLine& line, const Taken& taken, const Config& config,
                    const std::vector<std::string>& arguments) {
  std::string problem = line.check.isEach ? notOfMany(*line.command(), "program") : "";
  if (problem.empty()) problem = finishCheck(*line.command(), line.check, taken, config);
  if (!problem.empty()) return usageError(problem, "check");
  line.check.ofTest = ofTest(arguments, taken, config);
  return line.check;
}

Command finishTests(CommandLine& line, const Taken& taken, const Config& config,
                    const std::vector<std::string>& arguments) {
  std::string problem = notOfMany(*line.command(), "test");
  if (problem.empty()) problem = finishCheck(*line.command(), line.test, taken, config);
  if (!problem.empty()) return usageError(problem, "test");
  line.test.ofTest = ofTest(arguments, taken, config);
  return line.test;
}

Command finishBmc(CommandLine& line, const Taken& taken, const Config& config) {
  if (const std::string problem = load(line.bmc.source, taken, config); !problem.empty())
    return usageError(problem, "bmc");
  return line.bmc;
}

Command finishReplay(CommandLine& line, const Taken& taken) {
  if (line.replay.file.empty()) return usageError("no trace file given", "replay");
  line.replay.debuggerArguments = taken.ofDebugger;
  return line.replay;
}

Command noCommand(const CommandLine& line, const std::string& verb) {
  if (verb.empty()) return usageError("say what to do: 'heddle check FILE' or 'heddle replay TRACE.json'", "");
  return usageError(fmt::format("unknown {} '{}'{}", verb.starts_with('-') ? "option" : "command", verb,
                                nearestCommand(line.app, verb)),
                    "");
}

// `arguments` are those of the command line.
Command finish(CommandLine& line, const std::vector<std::string>& arguments, const Taken& taken, const Config& config) {
  const std::string verb = arguments.empty() ? "" : arguments.front();
  if (line.isOf("check")) return finishCheck(line, taken, config, arguments);
  if (line.isOf("estimate")) return finishEstimate(line, taken, config);
  if (line.isOf("test")) return finishTests(line, taken, config, arguments);
  if (line.isOf("bmc")) return finishBmc(line, taken, config);
  if (line.isOf("replay")) return finishReplay(line, taken);
  if (line.isOf("list")) return Message{listed()};
  if (line.isOf("list-library")) return Message{line.libraryAsJson ? listedLibraryJson() : listedLibrary()};
  return noCommand(line, verb);
}

}  // namespace

// "heddle help check" asks for what "heddle check --help" says.
void askForHelp(std::vector<std::string>& arguments) {
  if (arguments.empty() || (arguments.front() != "help" && arguments.front() != "--help-all")) return;
  arguments.erase(arguments.begin());
  arguments.push_back("--help");
}

Command parse(std::vector<std::string> arguments) {
  askForHelp(arguments);
  const std::string verb = arguments.empty() ? "" : arguments.front();
  const Taken taken = take(verb, arguments);
  if (!taken.problem.empty()) return usageError(taken.problem, verb);
  CommandLine given;
  if (auto message = given.read(verb, arguments)) return std::move(*message);
  auto config = configFor(given);
  if (!config) return Message{fmt::format("heddle: {}\n", config.problem().message), true};
  const std::vector<std::string> defaults = config->arguments();
  if (defaults.empty()) return finish(given, arguments, taken, *config);

  std::vector<std::string> every = arguments;
  every.insert(every.begin() + 1, defaults.begin(), defaults.end());
  CommandLine all;
  if (auto message = all.read(verb, every)) return std::move(*message);
  return finish(all, arguments, taken, *config);
}

}  // namespace heddle::cli
