// `heddle check`, as a table of contents: each step is one call.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "cli/cli.h"
#include "cli/confirm.h"
#include "cli/saved_search.h"
#include "cli/terminal.h"
#include "explore/explorer.h"
#include "explore/shorten.h"
#include "frontend/fingerprint.h"
#include "report/dot.h"
#include "report/json.h"
#include "report/loops.h"
#include "report/text.h"

// The module's owner must be able to destroy it.
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

namespace heddle::cli {
namespace {

std::unique_ptr<explore::Search> makeSearch(const CheckOptions& options) {
  explore::SearchOptions tuning = options.tuning;
  // Where data races are looked for, who synchronises with whom counts too.
  if (options.commute)
    tuning.commute =
        options.runtime.plain == runtime::PlainPolicy::Race ? explore::Commute::Unsynchronised : explore::Commute::All;
  tuning.model = models::modelNamed(options.model);
  return explore::searchNamed(options.search)->make(tuning);
}

// Half a second in all, however many violations there are.
void shortenAll(core::Program& program, core::Outcome& outcome) {
  // With several, the other end may be one of them.
  explore::ShortenBudget budget{.otherEnd = outcome.found.size() == 1};
  budget.seconds /= static_cast<double>(std::max<std::size_t>(outcome.found.size(), 1));
  for (core::Found& found : outcome.found)
    if (found.violation.kind != core::ViolationKind::Nondeterminism) explore::shorten(program, found, budget);
}

// 0: no limit.
double secondsLeft(const CheckOptions& options) {
  if (options.timeLimit <= 0) return options.secondsHere;
  const double left = std::max(options.timeLimit - options.secondsSpent, 0.001);
  return options.secondsHere > 0 ? std::min(left, options.secondsHere) : left;
}

explore::Limits limitsOf(const CheckOptions& options) {
  explore::Limits limits;
  limits.boundExecutions = options.boundExecutions;
  limits.timeLimit = options.timeLimit > 0 ? options.timeLimit : options.secondsHere;
  limits.timeSpent = limits.timeLimit - secondsLeft(options);
  limits.stopAtFirst = !options.keepGoing;
  limits.interrupted = interrupted;
  limits.keepsRest = !options.saveFrontier.empty();
  if (mayShowProgress(options.output)) limits.progress = showProgress;
  return limits;
}

// Limits hold in the middle of an execution too.
runtime::Options withDeadline(const CheckOptions& options) {
  runtime::Options runtime = options.runtime;
  const auto start = std::chrono::steady_clock::now();
  runtime.mustStop = [start, limit = secondsLeft(options)]() -> const char* {
    if (interrupted()) return "interrupted";
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    return limit > 0 && elapsed.count() > limit ? "the time limit was reached in the middle of an execution" : nullptr;
  };
  return runtime;
}

bool isInParts(const CheckOptions& options) { return !options.saveFrontier.empty() || !options.resume.empty(); }
bool isSample(const CheckOptions& options) { return explore::searchNamed(options.search)->isSample; }

transform::LoopOptions loopsOf(const CheckOptions& options) {
  transform::LoopOptions loops = options.loops;
  loops.plainAccessesRace = options.runtime.plain == runtime::PlainPolicy::Race;
  // No other search asks for it.
  loops.claims = options.search == "awamoche" && options.tuning.inPlace && options.tuning.speculative;
  if (!isSample(options) && !isInParts(options)) loops.watchEvery = options.watchEvery;
  return loops;
}

// What an earlier check has found out. The search goes on where that was stopped.
Result<core::Outcome> goOn(const CheckOptions& options, const std::string& identity, core::Program& program,
                           explore::Search& search) {
  if (options.resume.empty()) return core::Outcome{};
  auto text = readFile(options.resume);
  if (!text) return text.problem();
  auto saved = readSaved(*text, options.resume, options, identity, program.threads());
  if (!saved) return saved.problem();
  search.resumable()->resume(std::move(saved->left));
  return std::move(saved->soFar);
}

// Keeps what is left for another check. If nothing is, the file is of no use.
std::optional<Diagnostic> keepRest(const CheckOptions& options, const std::string& identity, core::Program& program,
                                   explore::Search& search, report::Report& report) {
  core::Outcome& outcome = report.outcome;
  if (outcome.isUnfinished) {
    if (options.saveFrontier.empty()) return std::nullopt;
    SavedSearch saved{outcome, search.resumable()->takeFrontier()};
    if (search.takeRestart()) saved.soFar.forgetCounts();
    report.frontierFile = options.saveFrontier;
    return replaceFile(options.saveFrontier, savedText(saved, options, identity, program.threads()));
  }
  const bool isExplored = (outcome.verdict == core::Verdict::Safe || options.keepGoing) && !search.refusal();
  report.isResumedToEnd = !options.resume.empty() && isExplored;
  std::error_code ignored;
  if (report.isResumedToEnd && std::filesystem::equivalent(options.saveFrontier, options.resume, ignored))
    std::filesystem::remove(options.resume, ignored);
  return std::nullopt;
}

std::string refusal(core::Program& program, const core::Outcome& outcome, const core::SiteTable& sites) {
  if (outcome.refusedAt != 0)
    return report::locatedMessage(placeOf(outcome.refusedAt, sites), outcome.why) + "; use --model sc";
  const core::Trace trace = tellStop(program, outcome);
  return trace.stopped ? report::locatedMessage(trace.stopped->place, trace.stopped->message) : outcome.why;
}

int present(const report::Report& report, const OutputOptions& output) {
  if (!output.json.empty())
    if (const auto problem = writeFile(output.json, report::json(report))) return complain(problem->message);
  if (!output.dot.empty() && !report.findings.empty())
    if (const auto problem = writeFile(output.dot, report::dot(report.findings.front().trace)))
      return complain(problem->message);
  fmt::print(output.takesStdout() ? stderr : stdout, "{}", report::text(report, textOptions(output)));
  switch (report.outcome.verdict) {
    case core::Verdict::Safe: return kSafe;
    case core::Verdict::Violation: return kViolation;
    case core::Verdict::Inconclusive: return kInconclusive;
    case core::Verdict::Refused: return kBadInput;
  }
  return kBadInput;
}

// A loop that does not end hides all that it does not let others do. So it is
// looked what happens if it does not go round often, and for a while what happens
// if none does.
constexpr unsigned kFewRounds = 3;
constexpr double kSecondsForFewRounds = 10;

struct Attempt {
  std::optional<report::Report> report;         // nothing: what was wrong has been said
  std::string unexplorable;                     // what the default search cannot explore, if that is so
  std::optional<transform::LoopBound> repeats;  // the loop that has to be bounded, if there is one
  bool isNoticed = false;                       // additions that are taken back cannot be made to wait
};

Attempt failed(const std::string& message) {
  complain(message);
  return {};
}

Attempt checkOnce(const CheckOptions& options) {
  for (const std::string& file : {options.output.json, options.output.dot, options.saveFrontier})
    if (const auto problem = file.empty() ? std::nullopt : cannotWrite(file)) return failed(problem->message);
  Attempt attempt;
  report::Report& report = attempt.report.emplace();
  Stopwatch watch;
  auto endPhase = [&](const char* phase) { report.seconds.push_back({phase, watch.lap()}); };

  // Compile and transform: from source files to an instrumented module.
  auto compiled = frontend::compile(options.source, loopsOf(options));
  if (!compiled) return failed(compiled.problem().message);
  for (const frontend::PhaseTime& time : compiled->times) report.seconds.push_back({time.phase, time.seconds});
  if (options.output.explainLoops)
    fmt::print(options.output.takesStdout() ? stderr : stdout, "{}", report::loops(compiled->info.loops));
  watch.lap();

  // Load: native code in this process.
  const core::SiteTable sites = compiled->info.sites;
  const std::string identity = isInParts(options) ? frontend::fingerprint(*compiled->module) : "";
  auto program = runtime::load(std::move(compiled->context), std::move(compiled->module), std::move(compiled->info),
                               withDeadline(options));
  if (!program) return failed(program.problem().message);
  endPhase("load");

  // Explore: every execution, or as many as the limits allow.
  catchInterrupts();
  const auto search = makeSearch(options);
  auto soFar = goOn(options, identity, **program, *search);
  if (!soFar) return failed(soFar.problem().message);
  report.outcome = explore::explore(**program, *search, limitsOf(options), std::move(*soFar));
  if (mayShowProgress(options.output)) clearProgress();
  endPhase("explore");
  attempt.isNoticed = report.outcome.noticedAt.has_value();
  if (attempt.isNoticed && report.outcome.found.empty()) return attempt;
  if (report.outcome.repeatsAt != 0) {
    const core::Place place = placeOf(report.outcome.repeatsAt, sites);
    attempt.repeats = {place.file, place.line, place.column, kFewRounds};
    if (report.outcome.found.empty()) return attempt;
  }
  if (options.areDefaults && report.outcome.verdict == core::Verdict::Refused && report.outcome.refusedAt != 0) {
    attempt.unexplorable = report::locatedMessage(placeOf(report.outcome.refusedAt, sites), report.outcome.why);
    return attempt;
  }
  if (report.outcome.verdict == core::Verdict::Refused) return failed(refusal(**program, report.outcome, sites));
  if (const auto problem = keepRest(options, identity, **program, *search, report)) return failed(problem->message);

  // Shorten: the same violation with fewer context switches.
  if (options.shorten && !report.outcome.found.empty()) {
    shortenAll(**program, report.outcome);
    endPhase("shorten");
  }

  // Replay: each violation once more, with all its steps recorded.
  for (const core::Found& found : report.outcome.found) report.findings.push_back(confirm(**program, found, sites));
  if (report.outcome.executions.cut != 0 && report.findings.empty()) report.stop = tellStop(**program, report.outcome);
  endPhase("replay");

  // Report.
  report.files = options.source.files;
  report.flags = options.source.clangFlags;
  report.search = options.search;
  report.model = options.model;
  report.options = optionsToJson(options);
  if (options.output.json != "-") report.replayFile = options.output.json;
  return attempt;
}

// What only interleavings know.
CheckOptions underSc(CheckOptions options) {
  options.model = "sc";
  options.search = "optimal";
  options.areDefaults = false;
  return options;
}

bool hasBounds(const CheckOptions& options) { return options.loops.unroll || !options.loops.unrollLoops.empty(); }

bool mayHelpToBound(const CheckOptions& options, const report::Report& report) {
  const bool isOpen = options.keepGoing || report.outcome.verdict == core::Verdict::Inconclusive;
  const bool isLate = options.timeLimit > 0 && options.secondsSpent + report.outcome.seconds >= options.timeLimit;
  return report.outcome.isTooLong && isOpen && !isLate && !isSample(options) && !isInParts(options) && !interrupted();
}

CheckOptions afterAttempt(CheckOptions options, const report::Report& report) {
  options.secondsSpent += report.outcome.seconds;
  options.output.explainLoops = false;
  return options;
}

CheckOptions withFewRounds(CheckOptions options) {
  options.loops.unroll = kFewRounds;
  options.secondsHere = kSecondsForFewRounds;
  return options;
}

// Than a search that was cut. With all executions within the bound explored one
// knows what was looked at.
bool tellsMore(const report::Report& bounded, const report::Report& cut) {
  if (!bounded.findings.empty() || !cut.findings.empty()) return bounded.findings.size() > cut.findings.size();
  return !bounded.outcome.isUnfinished && !bounded.outcome.isTooLong;
}

// One loop goes round for ever: on with a bound on it, and what is said of that.
// Where there is one there may be others, within its executions: they are looked at
// earlier.
std::string boundLoop(CheckOptions& options, transform::LoopBound bound, const std::string& why) {
  options.watchEvery = std::max(options.watchEvery / 4, 4U);
  if (bound.line == 0) {
    options.loops.unroll = bound.rounds;
    return fmt::format("with --unroll {}, at a loop of unknown place: {}", bound.rounds, why);
  }
  const std::string note =
      fmt::format("with --unroll-loop {}:{}:{}={}: {}", bound.file, bound.line, bound.column, bound.rounds, why);
  bound.file = std::filesystem::absolute(bound.file);  // no other one that ends like it
  options.loops.unrollLoops.push_back(std::move(bound));
  return note;
}

}  // namespace

int check(const CheckOptions& asked) {
  CheckOptions options = asked;
  if (isInParts(options)) options.loops.undone = false;  // what one part has seen the next one does not know
  std::vector<std::string> notes;
  Attempt attempt = checkOnce(options);
  while (!attempt.unexplorable.empty() || attempt.repeats || attempt.isNoticed) {
    options = afterAttempt(options, *attempt.report);
    if (attempt.isNoticed) {
      options.loops.undone = false;
    } else if (attempt.repeats) {
      notes.push_back(boundLoop(options, *attempt.repeats, attempt.report->outcome.why));
    } else {
      notes.push_back("under sc, not under weak memory: " + attempt.unexplorable);
      options = underSc(options);
    }
    Attempt next = checkOnce(options);
    if (next.report && next.report->outcome.found.size() < attempt.report->findings.size()) {
      if (!attempt.isNoticed) notes.pop_back();  // it does not help
      break;
    }
    attempt = std::move(next);
  }
  if (!attempt.report) return kBadInput;
  if (!hasBounds(asked) && mayHelpToBound(options, *attempt.report)) {
    Attempt bounded = checkOnce(withFewRounds(afterAttempt(options, *attempt.report)));
    if (bounded.report && tellsMore(*bounded.report, *attempt.report)) {
      notes.push_back(fmt::format("with --unroll {}, since loops do not end otherwise (--max-events)", kFewRounds));
      attempt = std::move(bounded);
    }
  }
  attempt.report->notes = std::move(notes);
  return present(*attempt.report, options.output);
}

}  // namespace heddle::cli
