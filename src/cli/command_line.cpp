#include "cli/command_line.h"

#include <fmt/format.h>

#include "cli/command_options.h"
#include "cli/help.h"
#include "cli/list_library.h"
#include "cli/option_kinds.h"

namespace heddle::cli {
namespace {

void addConfigOptions(CLI::App& command, ConfigOptions& config) {
  const char* const group = "Configuration";
  CLI::Option* const file =
      command
          .add_option("--config", config.file,
                      "Defaults for options; without it, heddle.toml of the\nworking directory or the nearest parent")
          ->group(group)
          ->type_name("FILE");
  command.add_flag("--no-config", config.isOff, "No defaults but those of Heddle")->group(group)->excludes(file);
}

CLI::App& addCheck(CLI::App& app, CheckOptions& options, ConfigOptions& config, const char* name, const char* what) {
  CLI::App& command = *app.add_subcommand(name, what);
  command.set_help_all_flag("--help-all", "Print all options");
  addSource(command, options.source);
  addSearchOptions(command, options);
  addLoopOptions(command, options);
  addProgramOptions(command, options);
  addReportOptions(command, options.output, command.get_name() == "test" ? Reports::OfTests : Reports::OfOne);
  addConfigOptions(command, config);
  return command;
}

void addManyOptions(CLI::App& command, CheckOptions& options) {
  const char* const group = "Many programs";
  command
      .add_flag("--each", options.isEach,
                "Each file is a program by itself; one report on all of them\n(docs/many-programs.md)")
      ->group(group);
  command
      .add_option("--cache", options.cacheDirectory,
                  "Answers that an earlier check has left here are taken, and new\nones left; without it, in "
                  "~/.cache/heddle if there are several")
      ->group(group)
      ->type_name("DIR");
  command.add_flag("--no-cache", options.isCacheOff, "Check everything, and leave nothing")->group(group);
}

void addEstimate(CLI::App& app, EstimateOptions& options, ConfigOptions& config) {
  addCheck(app, options, config, "estimate", "Tell how many executions a check has, and how long it takes")
      .footer(
          "Exit code: 0 an estimate, or all was explored on the way, 1 violation, 2 bad usage or input,\n3 there was "
          "not time enough (--time-limit, here 10 s unless you say otherwise).");
}

void addTest(CLI::App& app, TestOptions& options, ConfigOptions& config) {
  CLI::App& command =
      addCheck(app, options, config, "test", "Check the tests of a file, each by itself (docs/testing.md)");
  const char* const group = "Tests";
  addManyOptions(command, options);
  command.add_option("--filter", options.filters, "Only the tests whose name matches, by * and ?\n(may be repeated)")
      ->allow_extra_args(false)
      ->group(group)
      ->type_name("GLOB");
  command.add_flag("--list", options.isList, "Only print which tests there are")->group(group);
  command.get_option("--jobs")->description(
      "So many processes in all: tests at once, and where there are fewer\ntests, processes that explore each; without "
      "it, one for each core");
  command.footer(
      "-I -D -U -std= -O2 -Wall -g and the like, and everything after --, go to clang.\n"
      "Options of the search, of loops and of the program may stand beside a test, too:\n"
      "HEDDLE_TEST(name, \"--model tso\").\n"
      "Exit code: 0 all pass, 1 one fails, 2 bad usage or input, 3 inconclusive.");
}

void addBmc(CLI::App& app, BoundedOptions& options, ConfigOptions& config) {
  CLI::App& command = *app.add_subcommand("bmc", "Check all inputs and interleavings of a program up to a depth");
  addSource(command, options.source);
  addBoundedOptions(command, options);
  addReportOptions(command, options.output);
  addConfigOptions(command, config);
}

void addReplay(CLI::App& app, ReplayOptions& options, ConfigOptions& config) {
  CLI::App& command = *app.add_subcommand("replay", "Run an execution again that 'heddle check --json' recorded");
  command.add_option("TRACE.json", options.file, "The file that --json wrote");
  command.add_option("--test", options.test, "Which of its tests, if it is of 'heddle test'")->type_name("NAME");
  command.add_option("--violation", options.violation, "Which of its violations")
      ->check(within(1, 1'000'000))
      ->capture_default_str()
      ->type_name("N");
  command.add_flag("--gdb", options.inDebugger, "Run it in gdb (docs/debugger.md); what stands after -- goes to gdb");
  command.add_flag("--under-gdb", options.underDebugger)->group("");  // what --gdb makes gdb run
  addExecutionOptions(command, options.output);
  addConfigOptions(command, config);
  command.footer("Exit code: 1 the violation shows again, 2 bad input or the program has changed; with --gdb, gdb's.");
}

void addLists(CLI::App& app, bool& libraryAsJson) {
  app.add_subcommand("list", "Print the searches, their dependency relations and the memory models as JSON");
  CLI::App& library = *app.add_subcommand("list-library", "Print what is known of library functions, a line each");
  library.add_flag("--json", libraryAsJson, "As JSON, with the reason where a function is refused");
  library.footer(kLibraryColumns);
}

Message unknownArgument(const CLI::App& command) {
  const std::string argument = command.remaining().front();
  const bool option = argument.starts_with('-');
  std::string what = fmt::format("{} '{}'", option ? "unknown option" : "unexpected argument", argument);
  if (option && !argument.starts_with("--") && command.get_name() != "bmc") what += " (flags for clang go after --)";
  if (argument.starts_with("--expect") && command.get_name() == "test")
    what += ", which stands beside a test: HEDDLE_TEST(name, \"--expect data-race\")";
  else if (argument.starts_with("--"))
    what += nearestOption(command, argument);
  return usageError(what, command.get_name());
}

}  // namespace

Message usageError(const std::string& what, const std::string& verb) {
  const std::string help = verb.empty() ? "heddle --help" : "heddle " + verb + " --help";
  return {fmt::format("heddle: {}; see '{}'\n", what, help), true};
}

CommandLine::CommandLine()
    : app("Heddle checks C and C++ programs under every interleaving of their threads.", "heddle") {
  app.set_version_flag("--version", "heddle " HEDDLE_VERSION);
  app.require_subcommand(0, 1);
  addManyOptions(addCheck(app, check, config, "check", "Run a C or C++ program under every interleaving that matters"),
                 check);
  addEstimate(app, estimate, config);
  addTest(app, test, config);
  addBmc(app, bmc, config);
  addReplay(app, replay, config);
  addLists(app, libraryAsJson);
  app.allow_extras();
  for (CLI::App* command : app.get_subcommands({})) {
    command->allow_extras();
    for (CLI::Option* option : command->get_options())
      if (option->get_expected_max() == 0) option->disable_flag_override();
  }
}

CLI::App* CommandLine::command() const {
  const std::vector<CLI::App*> given = app.get_subcommands();
  return given.empty() ? nullptr : given.front();
}

void CommandLine::parse(std::vector<std::string> arguments) {
  std::reverse(arguments.begin(), arguments.end());  // the order this overload of app.parse() wants
  app.parse(arguments);
}

std::optional<Message> CommandLine::read(const std::string& verb, const std::vector<std::string>& arguments) {
  try {
    parse(arguments);
  } catch (const CLI::CallForAllHelp&) {
    return Message{command()->help("heddle")};
  } catch (const CLI::CallForHelp&) {
    if (isOf("check")) return Message{shortHelp()};
    if (isOf("test")) return Message{shortHelpOfTests()};
    return Message{command() != nullptr ? command()->help("heddle") : app.help()};
  } catch (const CLI::CallForVersion&) {
    return Message{"heddle " HEDDLE_VERSION "\n"};
  } catch (const CLI::ParseError& error) {
    return usageError(error.what(), command() == nullptr ? "" : verb);
  }
  if (command() != nullptr && !command()->remaining().empty()) return unknownArgument(*command());
  return std::nullopt;
}

}  // namespace heddle::cli
