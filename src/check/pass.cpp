// A pass: each step is one call.
#include "check/pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iterator>
#include <optional>

#include "base/files.h"
#include "check/checkpoint.h"
#include "check/confirm.h"
#include "check/explore_all.h"
#include "check/saved_search.h"
#include "check/whole_schedule.h"
#include "explore/graph/graph_search.h"
#include "explore/memory_limit.h"
#include "explore/shorten.h"
#include "explore/side_sample.h"
#include "frontend/fingerprint.h"
#include "parallel/control.h"
#include "report/text.h"
#include "runtime/bind.h"
#include "runtime/native_program.h"
#include "runtime/sandbox.h"

// The module's owner must be able to destroy it.
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

namespace heddle::check {
namespace {

class Stopwatch {
 public:
  // Seconds since the last lap.
  double lap() {
    const auto before = last_;
    last_ = std::chrono::steady_clock::now();
    return std::chrono::duration<double>(last_ - before).count();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// Half a second in all, however many violations there are.
void shortenAll(core::Program& program, core::Outcome& outcome, const runtime::Options& how) {
  // With several, the other end may be one of them.
  explore::ShortenBudget budget{.otherEnd = outcome.found.size() == 1};
  budget.seconds /= static_cast<double>(std::max<std::size_t>(outcome.found.size(), 1));
  for (core::Found& found : outcome.found) {
    const ScheduledProgram scheduled(found, how);
    if (found.violation.kind != core::ViolationKind::Nondeterminism) explore::shorten(program, found, budget);
  }
}

constexpr double kLeastLeft = 0.001;  // seconds

// 0: no limit.
double secondsLeft(const Plan& plan) {
  if (plan.options.timeLimit <= 0) return plan.secondsHere;
  const double left = std::max(plan.share * plan.options.timeLimit - plan.secondsSpent(), kLeastLeft);
  return plan.secondsHere > 0 ? std::min(left, plan.secondsHere) : left;
}

explore::Limits limitsOf(const Plan& plan, const Outside& outside) {
  const Options& options = plan.options;
  explore::Limits limits;
  limits.boundExecutions = options.boundExecutions;
  limits.timeLimit = options.timeLimit > 0 ? options.timeLimit : plan.secondsHere;
  limits.memoryLimit = options.memoryLimit << 20;
  limits.timeSpent = limits.timeLimit - secondsLeft(plan);
  limits.stopAtFirst = !options.keepGoing;
  limits.deadlocks = options.deadlocks;
  limits.interrupted = outside.interrupted;
  limits.keepsRest = !options.checkpoint.empty();
  limits.progress = outside.progress;
  if (options.hasSideSample()) limits.beside = explore::sampleBeside(limits);
  return limits;
}

// Limits hold in the middle of an execution too.
runtime::Options withDeadline(const Plan& plan, const Outside& outside) {
  runtime::Options runtime = plan.options.runtime;
  runtime.linkFlags = plan.options.source.clangFlags;
  runtime.mustBeSettled = plan.options.isInParts();
  const auto start = std::chrono::steady_clock::now();
  runtime.mustStop = [start, limit = secondsLeft(plan), interrupted = outside.interrupted,
                      memory = explore::MemoryLimit(plan.options.memoryLimit << 20)]() mutable -> const char* {
    if (parallel::isToldToStop() || (interrupted && interrupted())) return "interrupted";
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
    if (memory.isReached(elapsed.count())) return "the memory limit was reached in the middle of an execution";
    return limit > 0 && elapsed.count() > limit ? "the time limit was reached in the middle of an execution" : nullptr;
  };
  return runtime;
}

// What an earlier check has found out. The search goes on where that was stopped.
Result<core::Outcome> goOn(const Plan& plan, const std::string& identity, core::Program& program,
                           explore::Search& search) {
  const Options& options = plan.options;
  if (options.resume.empty() || !plan.goesOn) return core::Outcome{};
  auto text = readFile(options.resume);
  if (!text) return text.problem();
  auto saved = readSaved(*text, plan, identity, program.threads());
  if (!saved) return saved.problem();
  search.onGraphs()->resume(std::move(saved->left));
  return std::move(saved->soFar);
}

// Keeps what is left for another check.
std::optional<Diagnostic> keepRest(const Plan& plan, const Checkpoint& checkpoint, core::Program& program,
                                   explore::Search& search, Pass& pass) {
  const Options& options = plan.options;
  report::Report& report = pass.report;
  core::Outcome& outcome = report.outcome;
  if (outcome.isUnfinished) {
    if (options.checkpoint.empty()) return std::nullopt;
    explore::Standing saved{outcome, search.onGraphs()->takeFrontier(), {}};
    if (auto broken = search.takeBroken()) {
      saved.soFar.forgetCounts();
      if (!options.resume.empty()) outcome.madePartsVoid = std::move(broken);
    }
    report.checkpointFile = options.checkpoint;
    saved.threads = program.threads().names();
    return checkpoint.write(saved);
  }
  const bool isVoid = pass.broken && pass.broken->assumption != core::Assumption::ShortExecutions;
  const bool isExplored = (outcome.verdict == core::Verdict::Safe || options.keepGoing) && !search.refusal() && !isVoid;
  report.isResumedToEnd = !options.resume.empty() && isExplored;
  if (isExplored && !options.checkpoint.empty()) checkpoint.remove();
  return std::nullopt;
}

std::string refusal(core::Program& program, const Pass& pass) {
  const core::Outcome& outcome = pass.report.outcome;
  if (pass.broken) return report::locatedMessage(pass.brokenAt, outcome.why) + "; use --model sc";
  const core::Trace trace = replayStop(program, outcome);
  return trace.stopped ? report::locatedMessage(trace.stopped->place, trace.stopped->message) : outcome.why;
}

std::vector<std::string> promisesOf(const Options& options) {
  if (options.isSample()) return {};
  std::vector<std::string> promises{"assertions"};
  if (options.deadlocks) promises.emplace_back("deadlocks");
  if (options.isSliced()) return promises;
  if (options.looksForRaces()) promises.emplace_back("data-races");
  promises.emplace_back("memory-errors");
  return promises;
}

// Whether the pass is repeated without what does not hold, and has nothing to show itself.
bool isRepeated(const Pass& pass, const Options& options) {
  if (!pass.broken || !pass.report.outcome.found.empty()) return false;
  const core::Assumption assumption = pass.broken->assumption;
  if (assumption == core::Assumption::GraphOperations) return options.areDefaults;
  return assumption != core::Assumption::ShortExecutions;
}

// There was no time to begin.
core::Outcome stoppedInCompiler(const Plan& plan, const Outside& outside) {
  core::Outcome outcome;
  outcome.verdict = core::Verdict::Inconclusive;
  const bool isLate = plan.options.timeLimit > 0 && secondsLeft(plan) <= kLeastLeft;
  outcome.why = outside.interrupted && outside.interrupted() ? "interrupted"
                : isLate || plan.options.memoryLimit == 0    ? "the time limit was reached"
                                                             : "the memory limit was reached";
  outcome.why += " while it was compiled";
  return outcome;
}

// Loads the program, explores it and replays what is found.
std::optional<Diagnostic> runCompiled(const Plan& plan, const Outside& outside, runtime::Options& how,
                                      frontend::Compiled& compiled, Pass& pass) {
  const Options& options = plan.options;
  report::Report& report = pass.report;
  Stopwatch watch;
  auto endPhase = [&](const char* phase) { report.seconds.push_back({phase, watch.lap()}); };
  const auto beginPhase = [&](const std::string& phase) {
    if (outside.phase) outside.phase(phase);
  };

  // Load: native code in this process.
  beginPhase("loading the program");
  const core::ProgramInfo info = compiled.info;
  const std::string identity = options.isInParts() ? frontend::fingerprint(*compiled.module) : "";
  leaveOut(options, info, how);
  auto program = runtime::load(std::move(compiled.context), std::move(compiled.module), std::move(compiled.info), how);
  if (!program && how.mustStop()) {
    report.outcome = stoppedInCompiler(plan, outside);
    describe(options, report);
    return std::nullopt;
  }
  if (!program) return program.problem();
  endPhase("load");

  if (plan.serves) {
    plan.serves(**program, identity, workersFor(options, info), limitsOf(plan, outside));
    return std::nullopt;
  }
  if (options.ranks != nullptr) options.ranks->prepare(planText(plan, identity));

  // Explore: every execution, or as many as the limits allow.
  beginPhase(fmt::format("exploring by {} under {}", options.search, options.model));
  auto search = makeSearch(options, info);
  auto soFar = goOn(plan, identity, **program, *search);
  if (!soFar) return soFar.problem();
  const double secondsBefore = soFar->seconds;
  Checkpoint checkpoint(plan, identity);
  explore::Limits limits = limitsOf(plan, outside);
  limits.checkpoints = checkpoint.checkpoints();
  report.outcome = exploreAll(**program, search, options, info, limits, how, std::move(*soFar));
  if (outside.progressEnds) outside.progressEnds();
  if (outside.slice && how.slice) outside.slice(*how.slice, info.dependences);
  endPhase("explore");
  if (const std::string problem = checkpoint.problem(); !problem.empty()) pass.notes.push_back(problem);
  pass.seconds = report.outcome.seconds - secondsBefore;
  pass.broken = report.outcome.broken;
  if (pass.broken) pass.brokenAt = placeOf(pass.broken->site, info.sites);
  if (isRepeated(pass, options)) return std::nullopt;
  if (report.outcome.verdict == core::Verdict::Refused) return Diagnostic{refusal(**program, pass)};
  if (auto problem = keepRest(plan, checkpoint, **program, *search, pass)) return problem;
  if (const auto& broken = report.outcome.madePartsVoid) pass.partsBrokenAt = placeOf(broken->site, info.sites);

  if (how.slice) how.slice->freeze(true);
  if ((how.slice || how.peeked) && !report.outcome.found.empty()) completeSchedules(**program, report.outcome, how);

  // Shorten: the same violation with fewer context switches.
  if (options.shorten && !report.outcome.found.empty()) {
    beginPhase("shortening what was found");
    shortenAll(**program, report.outcome, how);
    endPhase("shorten");
  }

  // Replay: each violation once more, with all its steps recorded.
  for (const core::Found& found : report.outcome.found) {
    const ScheduledProgram scheduled(found, how);
    foldWhatCannotMatter(report.findings.emplace_back(confirm(**program, found, info.sites)).trace, info.dependences);
  }
  if (report.outcome.executions.cut != 0 && report.findings.empty())
    report.stop = replayStop(**program, report.outcome);
  endPhase("replay");

  describe(options, report);
  return std::nullopt;
}

}  // namespace

void describe(const Options& options, report::Report& report) {
  report.test = options.test;
  report.files = options.source.files;
  report.flags = options.source.clangFlags;
  report.flagsOfFiles = options.source.flagsOf;
  report.search = options.search;
  report.model = options.model;
  report.isGuided = options.isSliced();
  report.promises = promisesOf(options);
  report.options = optionsToJson(options);
}

transform::LoopOptions loopsOf(const Plan& plan) {
  const Options& options = plan.options;
  transform::LoopOptions loops = options.loops;
  loops.plainAccessesRace = options.looksForRaces();
  loops.loneAccesses = loops.awaits && options.hasOrdersOnly();
  loops.testedInputs &= options.runtime.hasUsualRange();
  loops.speculation =
      explore::searchNamed(options.search)->speculates && options.tuning.inPlace && options.tuning.speculative;
  if (!options.isSample()) loops.watchEvery = plan.watchEvery;
  return loops;
}

Result<Pass> runPass(const Plan& plan, const Outside& outside) {
  const Options& options = plan.options;
  if (const auto problem = options.checkpoint.empty() ? std::nullopt : cannotKeep(options.checkpoint)) return *problem;
  Pass pass;

  // Compile and transform: from source files to an instrumented module.
  runtime::Options how = withDeadline(plan, outside);
  frontend::Source source = options.source;
  source.argumentsOf = runtime::argumentsOf;
  source.mustStop = [mustStop = how.mustStop, tick = outside.tick] {
    if (tick) tick();
    return mustStop() != nullptr;
  };
  source.messages->before = outside.progressEnds;
  if (outside.phase) outside.phase(fmt::format("compiling {} with clang", fmt::join(source.files, ", ")));
  auto compiled = frontend::compile(source, loopsOf(plan), options.isSliced());
  if (!compiled && source.mustStop()) {
    pass.report.outcome = stoppedInCompiler(plan, outside);
    describe(options, pass.report);
    return pass;
  }
  if (!compiled) return compiled.problem();
  for (const frontend::PhaseTime& time : compiled->times) pass.report.seconds.push_back({time.phase, time.seconds});
  pass.notes = std::move(compiled->notes);
  pass.report.setAside = std::move(compiled->setAside);
  if (outside.loops) outside.loops(compiled->info.loops);

  // All the rest where the program can do no harm.
  std::optional<Diagnostic> problem;
  const std::string unguarded =
      runtime::inSandbox(how, [&] { problem = runCompiled(plan, outside, how, *compiled, pass); });
  if (problem) return std::move(*problem);
  if (!unguarded.empty()) pass.notes.push_back(runtime::withoutSandbox(unguarded));
  return pass;
}

}  // namespace heddle::check
