#include "cli/parse.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/clang_flags.h"
#include "cli/command_options.h"
#include "cli/help.h"
#include "cli/list.h"
#include "cli/list_library.h"
#include "cli/settle.h"
#include "cli/without.h"

namespace heddle::cli {
namespace {

CLI::App* addCheck(CLI::App& app, CheckOptions& options) {
  CLI::App* command = app.add_subcommand("check", "Run a C or C++ program under every interleaving that matters");
  command->set_help_all_flag("--help-all", "Print all options");
  addSource(*command, options.source);
  addSearchOptions(*command, options);
  addLoopOptions(*command, options);
  addProgramOptions(*command, options);
  addReportOptions(*command, options.output);
  return command;
}

CLI::App* addBmc(CLI::App& app, BoundedOptions& options) {
  CLI::App* command = app.add_subcommand("bmc", "Check all inputs and interleavings of a program up to a depth");
  addSource(*command, options.source);
  addBoundedOptions(*command, options);
  addReportOptions(*command, options.output);
  return command;
}

CLI::App* addReplay(CLI::App& app, ReplayOptions& options) {
  CLI::App* command = app.add_subcommand("replay", "Run an execution again that 'heddle check --json' recorded");
  command->add_option("TRACE.json", options.file, "The file that --json wrote");
  command->add_option("--violation", options.violation, "Which of its violations")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1000000}).description(""))
      ->capture_default_str()
      ->type_name("N");
  command->add_flag("--gdb", options.inDebugger, "Run it in gdb (docs/debugger.md); what stands after -- goes to gdb");
  command->add_flag("--under-gdb", options.underDebugger)->group("");  // what --gdb makes gdb run
  addExecutionOptions(*command, options.output);
  command->footer("Exit code: 1 the violation shows again, 2 bad input or the program has changed; with --gdb, gdb's.");
  return command;
}

CLI::App* addList(CLI::App& app) {
  return app.add_subcommand("list", "Print the searches, their dependency relations and the memory models as JSON");
}

CLI::App* addListLibrary(CLI::App& app, bool& asJson) {
  CLI::App* command = app.add_subcommand("list-library", "Print what is known of library functions, a line each");
  command->add_flag("--json", asJson, "As JSON, with the reason where a function is refused");
  command->footer(kLibraryColumns);
  return command;
}

Message usageError(const std::string& what, const std::string& command) {
  const std::string help = command.empty() ? "heddle --help" : "heddle " + command + " --help";
  return {fmt::format("heddle: {}; see '{}'\n", what, help), true};
}

Message unknownArgument(const CLI::App& command) {
  const std::string argument = command.remaining().front();
  const bool option = argument.starts_with('-');
  std::string what = fmt::format("{} '{}'", option ? "unknown option" : "unexpected argument", argument);
  if (option && !argument.starts_with("--") && command.get_name() == "check") what += " (flags for clang go after --)";
  if (argument.starts_with("--")) what += nearestOption(command, argument);
  return usageError(what, command.get_name());
}

}  // namespace

Command parse(std::vector<std::string> arguments) {
  CLI::App app("Heddle checks C and C++ programs under every interleaving of their threads.", "heddle");
  app.set_version_flag("--version", "heddle " HEDDLE_VERSION);
  app.require_subcommand(0, 1);
  CheckOptions checkOptions;
  BoundedOptions boundedOptions;
  ReplayOptions replayOptions;
  CLI::App* check = addCheck(app, checkOptions);
  CLI::App* bmc = addBmc(app, boundedOptions);
  CLI::App* replay = addReplay(app, replayOptions);
  CLI::App* list = addList(app);
  bool libraryAsJson = false;
  CLI::App* listLibrary = addListLibrary(app, libraryAsJson);
  for (CLI::App* command : {&app, check, bmc, replay, list, listLibrary}) {
    command->allow_extras();
    for (CLI::Option* option : command->get_options())
      if (option->get_expected_max() == 0) option->disable_flag_override();
  }

  std::string problem;
  const std::string verb = arguments.empty() ? "" : arguments.front();
  if (verb == "check") checkOptions.runtime.arguments = takeProgramArguments(arguments);
  if (verb == "check") checkOptions.source.clangFlags = takeClangFlags(arguments, problem);
  if (verb == "bmc") boundedOptions.source.clangFlags = takeClangFlags(arguments, problem);
  if (verb == "replay") replayOptions.debuggerArguments = takeDebuggerArguments(arguments, problem);
  if (!problem.empty()) return usageError(problem, verb);
  try {
    std::reverse(arguments.begin(), arguments.end());  // the order this overload of parse() wants
    app.parse(arguments);
  } catch (const CLI::CallForAllHelp&) {
    return Message{check->help("heddle")};
  } catch (const CLI::CallForHelp&) {
    if (check->parsed()) return Message{shortHelp()};
    for (const CLI::App* command : {check, bmc, replay, list, listLibrary})
      if (command->parsed()) return Message{command->help("heddle")};
    return Message{app.help()};
  } catch (const CLI::CallForVersion&) {
    return Message{"heddle " HEDDLE_VERSION "\n"};
  } catch (const CLI::ParseError& error) {
    return usageError(error.what(), app.get_subcommands().empty() ? "" : verb);
  }
  for (const CLI::App* command : {check, bmc, replay, list, listLibrary})
    if (command->parsed() && !command->remaining().empty()) return unknownArgument(*command);
  if (check->parsed()) {
    if (checkOptions.source.files.empty()) return usageError("no source file given", verb);
    const Given given{.search = check->count("--search") != 0,
                      .model = check->count("--model") != 0,
                      .executions = check->count("--executions") != 0,
                      .dependence = check->count("--dependence") != 0,
                      .noCommute = std::ranges::count(check->get_option("--without")->results(), kCommute) != 0,
                      .spuriousWakeups = check->count("--spurious-wakeups") != 0};
    if (problem = settle(checkOptions, given); !problem.empty()) return usageError(problem, verb);
    if (const auto unreadable = check::loadInput(checkOptions.runtime)) return usageError(unreadable->message, verb);
    if (const auto bad = check::loadSuppressions(checkOptions.source.racy)) return usageError(bad->message, verb);
    return checkOptions;
  }
  if (bmc->parsed()) {
    if (boundedOptions.source.files.empty()) return usageError("no source file given", verb);
    if (const auto bad = check::loadSuppressions(boundedOptions.source.racy)) return usageError(bad->message, verb);
    return boundedOptions;
  }
  if (replay->parsed()) {
    if (replayOptions.file.empty()) return usageError("no trace file given", verb);
    return replayOptions;
  }
  if (list->parsed()) return Message{listed()};
  if (listLibrary->parsed()) return Message{libraryAsJson ? listedLibraryJson() : listedLibrary()};
  if (verb.empty()) return usageError("say what to do: 'heddle check FILE' or 'heddle replay TRACE.json'", "");
  return usageError(
      fmt::format("unknown {} '{}'{}", verb.starts_with('-') ? "option" : "command", verb, nearestCommand(app, verb)),
      "");
}

}  // namespace heddle::cli
