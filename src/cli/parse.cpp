#include "cli/parse.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <map>
#include <regex>

#include "cli/clang_flags.h"
#include "cli/list.h"
#include "cli/list_library.h"
#include "cli/settle.h"
#include "core/layout.h"
#include "report/formats.h"
#include "symbolic/solvers.h"

namespace heddle::cli {
namespace {

using core::layout::kKiB;

constexpr std::uint64_t kMost64 = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t kLeastStack = 16 * kKiB, kLeastHeap = 64 * kKiB;

std::string searchHelp() {
  std::string text = fmt::format("How to explore; without it, {} if the model is sc:", kInterleaving);
  for (const explore::SearchRow& row : explore::searches())
    text += fmt::format("\n  {}: {}", row.name, row.description);
  return text;
}

std::vector<std::string> searchNames() {
  std::vector<std::string> names;
  for (const explore::SearchRow& row : explore::searches()) names.emplace_back(row.name);
  return names;
}

std::string dependenceHelp() {
  std::string text =
      "optimal, optimal-wut, source, classic: which steps conflict;\nwithout it, commuting-unsynchronised, or "
      "commuting if no races are looked for:";
  for (const explore::dpor::DependenceRow& row : explore::dpor::dependences())
    text += fmt::format("\n  {}: {}", row.name, row.description);
  return text;
}

std::vector<std::string> dependenceNames() {
  std::vector<std::string> names;
  for (const explore::dpor::DependenceRow& row : explore::dpor::dependences()) names.emplace_back(row.name);
  return names;
}

std::string modelHelp() {
  std::string text = "Memory model:";
  for (const models::Model& model : models::models()) text += fmt::format("\n  {}: {}", model.name, model.description);
  return text;
}

std::vector<std::string> modelNames() {
  std::vector<std::string> names;
  for (const models::Model& model : models::models()) names.emplace_back(model.name);
  return names;
}

// An option whose value is one of a few names.
template <typename T>
CLI::Option* addNamed(CLI::App& command, const char* name, T& value, const std::map<std::string, T>& names,
                      const char* help) {
  return command
      .add_option_function<std::string>(
          name, [&](const std::string& chosen) { value = names.at(chosen); }, help)
      ->check(CLI::IsMember(&names).description(""));
}

// Adds flags that switch something off.
auto switchesOf(CLI::App& command, const std::string& group) {
  return [&command, group](const char* name, bool& value, const char* help) {
    command.add_flag_function(
               name, [&value](std::int64_t) { value = false; }, help)
        ->disable_flag_override()
        ->group(group);
  };
}

// A whole number.
CLI::Validator within(std::uint64_t least, std::uint64_t most) {
  return CLI::Validator(
      [least, most](std::string& text) {
        std::uint64_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        const bool isNumber = error == std::errc() && end == text.data() + text.size();
        if (isNumber && least <= number && number <= most) return std::string();
        return most == kMost64 ? fmt::format("'{}' is no number from {} on", text, least)
                               : fmt::format("'{}' is no number from {} to {}", text, least, most);
      },
      "");
}

// Adds options that are whole numbers.
auto countsOf(CLI::App& command, const std::string& group) {
  return [&command, group](const char* name, auto& value, const std::string& help, std::uint64_t least = 1,
                           std::uint64_t most = kMost64) {
    CLI::Option* const option =
        command.add_option(name, value, help)->check(within(least, most))->group(group)->type_name("N");
    if constexpr (requires { value + 1; }) option->capture_default_str();
  };
}

void addFormat(CLI::App& command, OutputOptions& output, const report::Format& format) {
  command
      .add_option(fmt::format("--{}", format.name), output.files[format.name],
                  fmt::format("{};\n- is standard output", format.help))
      ->group("Output")
      ->type_name("FILE");
}

void addOutputOptions(CLI::App& command, OutputOptions& output) {
  static const std::map<std::string, Colour> kColours{
      {"auto", Colour::Auto}, {"always", Colour::Always}, {"never", Colour::Never}};
  addNamed(command, "--color", output.colour, kColours, "auto, always or never")->group("Output")->type_name("WHEN");
  command.add_flag("--full-trace", output.fullTrace, "Show every line of the execution")->group("Output");
  command.add_flag("-q,--quiet", output.quiet, "Print only the verdict line")->group("Output");
}

void addSearchOptions(CLI::App& command, CheckOptions& options) {
  const std::string group = "Search";
  command.add_option("--search", options.search, searchHelp())
      ->check(CLI::IsMember(searchNames()).description(""))
      ->capture_default_str()
      ->group(group)
      ->type_name("NAME");
  command.add_option("--model", options.model, modelHelp())
      ->check(CLI::IsMember(modelNames()).description(""))
      ->capture_default_str()
      ->group(group)
      ->type_name("NAME");
  const auto count = countsOf(command, group);
  const auto switchOff = switchesOf(command, group);
  count("--bound-executions", options.boundExecutions, "Stop after N executions (0: no bound)", 0);
  command.add_option("--time-limit", options.timeLimit, "Stop after so many seconds (0: no limit)")
      ->check(CLI::Range(0.0, 1e9).description(""))
      ->group(group)
      ->type_name("SECONDS");
  command
      .add_option("--save-frontier", options.saveFrontier,
                  "awamoche, trust: when a limit or Ctrl-C stops the search,\nwrite what is left to this file")
      ->group(group)
      ->type_name("FILE");
  command.add_option("--resume", options.resume, "Go on with what --save-frontier has written")
      ->group(group)
      ->type_name("FILE");
  count("--preemption-bound", options.tuning.preemptionBound,
        fmt::format("{0}, preempt: at most N preemptions an execution;\nwithout --search this selects {0}", kBounded),
        0, 1'000'000);
  count("--seed", options.tuning.seed, "random, pct, pos: where the sample starts", 0);
  count("--executions", options.tuning.executions, "random, pct, pos: how many executions to sample");
  count("--depth", options.tuning.depth, "pct: how many orderings the bugs to look for may need", 1, 100);
  command.add_flag("--keep-going", options.keepGoing, "Do not stop at the first violation: count them all")
      ->group(group);
  command
      .add_option("--only", options.only,
                  "Promise these only, assertions and deadlocks, and leave out\nwhat cannot change them; without "
                  "--search this selects guided")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(
          CLI::IsMember(std::vector<std::string>(kKindsOfViolations.begin(), kKindsOfViolations.end())).description(""))
      ->group(group)
      ->type_name("KIND,...");
  command.add_option("--dependence", options.dependence, dependenceHelp())
      ->check(CLI::IsMember(dependenceNames()).description(""))
      ->group(group)
      ->type_name("NAME");
  command
      .add_flag_function(
          "--no-commute", [&options](std::int64_t) { options.dependence = "read-write"; },
          "The same as --dependence read-write: explore both orders of\nadditions (and the like) also where nobody "
          "uses the result")
      ->disable_flag_override()
      ->group(group);
  switchOff("--no-stale-reads", options.tuning.staleReads, "awamoche: let threads wait for old writes too");
  switchOff("--no-in-place", options.tuning.inPlace,
            "awamoche: explore executions in which a thread waits although\na later write lets it go on");
  switchOff("--no-speculative", options.tuning.speculative,
            "awamoche: explore executions in which a compare-exchange fails\nthat is repeated with what was loaded "
            "before");
  switchOff("--no-sample", options.sample,
            "Run the search alone, without the random executions beside it\nthat find some bugs sooner");
  switchOff("--no-shorten", options.shorten, "Show the violation as found, not with few context switches");
}

void addProgramOptions(CLI::App& command, CheckOptions& options) {
  const std::string group = "Program under test";
  static const std::map<std::string, runtime::PlainPolicy> kPolicies{{"race", runtime::PlainPolicy::Race},
                                                                     {"interleave", runtime::PlainPolicy::Interleave}};
  addNamed(command, "--plain", options.runtime.plain, kPolicies,
           "Plain accesses: race (default; report unordered ones) or\ninterleave (explore their orders)")
      ->group(group)
      ->type_name("POLICY");
  const auto count = countsOf(command, group);
  count("--step-limit", options.runtime.stepLimit, "Loop iterations between two visible operations", 1, kMost64);
  count("--max-events", options.runtime.eventLimit, "Visible operations of one execution", 1, 8'000'000);
  count("--stack-size", options.runtime.stackBytes, "Bytes of stack of each thread", kLeastStack,
        core::layout::kMostStack);
  count("--heap", options.runtime.heapBytes, "Bytes that each thread may allocate", kLeastHeap,
        core::layout::kMostHeap);
  command
      .add_flag("--exit-status", options.runtime.exitStatusCounts,
                "An exit status other than 0 (exit(1), return 1 of main)\nis a violation")
      ->group(group);
  count("--nondet-range", options.runtime.nondetRange, "Values of __VERIFIER_nondet_int and the like: 0 .. N-1", 1,
        1U << 20);
  count("--bound-threads", options.runtime.boundThreads,
        "Each thread starts at most N threads, and these again\nthreads for N generations (0: no bound)", 0,
        kMaxThreads);
  command.add_option("--stdin", options.runtime.inputFile, "What the program reads from standard input")
      ->group(group)
      ->type_name("FILE");
  count("--spurious-wakeups", options.runtime.spuriousWakeups,
        "How often each thread may return from a wait at a condition\nvariable that nobody has signalled (by itself: "
        "once, if a\nwait is in no loop that tests again)",
        0, 100);
  command
      .add_flag("--prefer-writers", options.runtime.prefersWriters,
                "Read-write locks let nobody read while somebody waits to write")
      ->group(group);
  command
      .add_option("--allow-external", options.runtime.allowExternal,
                  "Call this function although Heddle does not know it\n(may be repeated)")
      ->allow_extra_args(false)
      ->group(group)
      ->type_name("NAME");
  switchesOf(command, group)("--no-sandbox", options.runtime.sandbox,
                             "Let the program make any system call: also those that change\nfiles, start processes or "
                             "use the network");
}

// FILE:LINE=N or FILE:LINE:COLUMN=N; what is wrong with it, or nothing.
std::string readBound(const std::string& text, transform::LoopBound& bound) {
  static const std::regex form("(.+?):([0-9]{1,9})(?::([0-9]{1,9}))?=([0-9]{1,9})");
  std::smatch parts;
  if (!std::regex_match(text, parts, form))
    return fmt::format("'{}' is not of the form FILE:LINE=N or FILE:LINE:COLUMN=N", text);
  const auto number = [&](int part) {
    return parts[part].matched ? static_cast<unsigned>(std::stoul(parts[part])) : 0;
  };
  bound = {parts[1], number(2), number(3), number(4)};
  return {};
}

void addLoopOptions(CLI::App& command, CheckOptions& options) {
  const std::string group = "Loops";
  transform::LoopOptions& loops = options.loops;
  const auto switchOff = switchesOf(command, group);
  switchOff("--no-purity", loops.purity, "Run iterations of a loop that have no effect too");
  switchOff("--no-await", loops.awaits, "Do not wait where a load decides: stop there, as an assume does");
  switchOff("--no-dynamic-purity", loops.dynamicPurity, "Run iterations too that turn out to have had no effect");
  switchOff("--no-zero-net-effect", options.runtime.zeroNetEffect,
            "Not counting iterations that undo what they did, unobserved,\namong those");
  switchOff("--no-rolled-back", loops.rolledBack,
            "Run attempts to add that are rolled back when they fail, in\nplace of waiting until they succeed");
  switchesOf(command, "")("--no-undone", loops.rolledBack, "");  // its name before; not in the help
  switchOff("--no-statistics", loops.statistics, "Writes to variables that are only written and printed are\neffects");
  switchOff("--no-group-locks", loops.groupLocks,
            "Run the attempts of std::lock, in place of waiting until it\nhas all locks");
  countsOf(command, group)("--unroll", loops.unroll,
                           "No loop runs more than N iterations; those that the compiler\nknows to end are not counted",
                           0, 1U << 30);
  command
      .add_option_function<std::vector<std::string>>(
          "--unroll-loop",
          [&](const std::vector<std::string>& bounds) {
            for (const std::string& text : bounds) {
              const std::string problem = readBound(text, loops.unrollLoops.emplace_back());
              if (!problem.empty()) throw CLI::ValidationError("--unroll-loop", problem);
            }
          },
          "The same for one loop, or one line (may be repeated)")
      ->allow_extra_args(false)
      ->group(group)
      ->type_name("FILE:LINE[:COLUMN]=N");
  command
      .add_flag("--explain-loops", options.output.explainLoops,
                "Say of each loop under which condition its iterations have no\neffect, and what was made of it")
      ->group(group);
  command.add_flag("--peek", options.peek, "Two sections of a lock conflict only if what they access does")
      ->group(group);
  command
      .add_flag("--prune-ww", options.tuning.pruneWrites, "Two stores conflict only if some read can tell their order")
      ->group(group);
  command
      .add_flag("--explain-slice", options.output.explainSlice,
                "With --dependence predicate: say which lines can matter to an\nassertion or a deadlock, and why")
      ->group(group);
}

void addSource(CLI::App& command, frontend::Source& source) {
  command.add_option("FILE", source.files, "Source files (.c .cpp ...), or .bc / .ll");
  command.footer(
      "-I -D -U -std= -O2 -Wall -g and the like, and everything after --, go to clang;\n"
      "everything after --args to the program.\n"
      "Exit code: 0 safe, 1 violation, 2 bad usage or input, 3 inconclusive.");
}

// Which of its data races are meant.
void addRacyOptions(CLI::App& command, transform::RacyCode& racy, const std::string& group) {
  static const std::map<std::string, bool> kVolatile{{"plain", false}, {"relaxed", true}};
  addNamed(command, "--volatile", racy.volatileIsRelaxed, kVolatile,
           "Volatile accesses: plain (default; those that are unordered are\ndata races) or relaxed (they are relaxed "
           "atomic accesses)")
      ->group(group)
      ->type_name("POLICY");
  command
      .add_option("--suppressions", racy.file,
                  "Lines race:function:GLOB and race:file:GLOB: plain accesses\nthere are relaxed atomic ones")
      ->group(group)
      ->type_name("FILE");
}

void addReportOptions(CLI::App& command, OutputOptions& output) {
  for (const report::Format& format : report::formats()) addFormat(command, output, format);
  command.add_flag("--stats", output.stats, "Print the time of each phase")->group("Output");
  addOutputOptions(command, output);
}

CLI::App* addCheck(CLI::App& app, CheckOptions& options) {
  CLI::App* command = app.add_subcommand("check", "Run a C or C++ program under every interleaving that matters");
  addSource(*command, options.source);
  addSearchOptions(*command, options);
  addLoopOptions(*command, options);
  addProgramOptions(*command, options);
  addRacyOptions(*command, options.source.racy, "Program under test");
  addReportOptions(*command, options.output);
  return command;
}

CLI::App* addBmc(CLI::App& app, BoundedOptions& options) {
  static const std::map<std::string, symbolic::Reduction> kReductions{{"none", symbolic::Reduction::None},
                                                                      {"static", symbolic::Reduction::Static},
                                                                      {"simple", symbolic::Reduction::Simple},
                                                                      {"full", symbolic::Reduction::Full}};
  static const std::map<std::string, symbolic::Constraints> kConstraints{
      {"pairs", symbolic::Constraints::Pairs},
      {"merged", symbolic::Constraints::Merged},
      {"dependent", symbolic::Constraints::Dependent}};
  CLI::App* command = app.add_subcommand("bmc", "Check all inputs and interleavings of a program up to a depth");
  addSource(*command, options.source);
  const std::string group = "Search";
  symbolic::BoundedOptions& bounded = options.options;
  const auto count = countsOf(*command, group);
  count("--depth", bounded.depth, "Look at this number of steps only", 1, 100'000);
  count("--max-depth", bounded.mostDepth, "Stop at this number of steps", 1, 100'000);
  const auto ofInterleavings = [&options](const std::string&) {
    if (options.encodings == check::Encodings::Both) options.encodings = check::Encodings::Interleavings;
  };
  addNamed(*command, "--por", bounded.reduction, kReductions,
           "Orders of steps that commute are left out:\nnone, static, simple (by address) or full (default; by value)")
      ->each(ofInterleavings)
      ->group(group)
      ->type_name("NAME");
  static const std::map<std::string, check::Encodings> kEncodings{{"both", check::Encodings::Both},
                                                                  {"interleavings", check::Encodings::Interleavings},
                                                                  {"order", check::Encodings::Order}};
  addNamed(*command, "--encoding", options.encodings, kEncodings,
           "What executions are made of: interleavings (default with a depth), order, who reads from whom\n(then "
           "depths are steps of each thread), or both at once (default): whichever knows first answers")
      ->group(group)
      ->type_name("NAME");
  static const std::map<std::string, symbolic::Model> kModels{
      {"sc", symbolic::Model::Sc}, {"tso", symbolic::Model::Tso}, {"rc11", symbolic::Model::Rc11}};
  addNamed(*command, "--model", bounded.model, kModels, "Memory model: sc (default), tso or rc11")
      ->group(group)
      ->type_name("NAME");
  command->add_flag("--races", bounded.races, "Data races are violations, too (always under rc11)")->group(group);
  addRacyOptions(*command, options.source.racy, group);
  command->add_option("--label", options.source.errorLabel, "Whoever comes to this label of the source fails: ERROR")
      ->group(group)
      ->type_name("NAME");
  addNamed(*command, "--constraints", bounded.constraints, kConstraints,
           "How that is written: pairs, merged or dependent (default)")
      ->each(ofInterleavings)
      ->group(group)
      ->type_name("NAME");
  std::vector<std::string> names;
  std::string help = "What solves the formulas:";
  for (const symbolic::SolverRow& row : symbolic::solvers()) {
    names.emplace_back(row.name);
    help += fmt::format("\n{}: {}", row.name, row.description);
  }
  command->add_option("--solver", bounded.solver, help)
      ->check(CLI::IsMember(names).description(""))
      ->capture_default_str()
      ->group(group)
      ->type_name("NAME");
  command->add_option("--time-limit", options.timeLimit, "Stop after so many seconds (0: no limit)")
      ->check(CLI::Range(0.0, 1e9).description(""))
      ->group(group)
      ->type_name("SECONDS");
  count("--memory-limit", bounded.limits.megabytes, "Megabytes of the solver's memory");
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
  for (const report::Format& format : report::formats())
    if (format.ofExecution != nullptr) addFormat(*command, options.output, format);
  addOutputOptions(*command, options.output);
  command->footer("Exit code: 1 the violation shows again, 2 bad input or the program has changed.");
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
  for (CLI::App* command : {&app, check, bmc, replay, list, listLibrary}) command->allow_extras();

  std::string problem;
  const std::string verb = arguments.empty() ? "" : arguments.front();
  if (verb == "check") checkOptions.runtime.arguments = takeProgramArguments(arguments);
  if (verb == "check") checkOptions.source.clangFlags = takeClangFlags(arguments, problem);
  if (verb == "bmc") boundedOptions.source.clangFlags = takeClangFlags(arguments, problem);
  if (!problem.empty()) return usageError(problem, verb);
  try {
    std::reverse(arguments.begin(), arguments.end());  // the order this overload of parse() wants
    app.parse(arguments);
  } catch (const CLI::CallForHelp&) {
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
                      .noCommute = check->count("--no-commute") != 0,
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
  return usageError(fmt::format("unknown {} '{}'", verb.starts_with('-') ? "option" : "command", verb), "");
}

}  // namespace heddle::cli
