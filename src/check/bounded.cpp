#include "check/bounded.h"

#include <fmt/format.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "analysis/program_calls.h"
#include "analysis/statements.h"
#include "check/confirm.h"
#include "check/graph_witness.h"
#include "check/options.h"
#include "check/witness.h"
#include "report/text.h"
#include "runtime/bind.h"
#include "runtime/native_program.h"
#include "runtime/sandbox.h"
#include "symbolic/both_encodings.h"

namespace heddle::check {
namespace {

using Clock = std::chrono::steady_clock;
using Verdict = symbolic::BoundedResult::Verdict;

// All that a loop does is run.
transform::LoopOptions asWritten(const symbolic::BoundedOptions& asked) {
  transform::LoopOptions loops;
  loops.purity = loops.dynamicPurity = loops.awaits = loops.rolledBack = loops.groupLocks = loops.statistics = false;
  loops.testedInputs = false;
  loops.plainAccessesRace = asked.hasOrders();  // else plain accesses are steps
  return loops;
}

// How what is found is run again.
Options replayOptions(const symbolic::BoundedOptions& asked, const frontend::Source& source) {
  Options options;
  options.source = source;
  options.loops = asWritten(asked);
  options.runtime.plain = asked.hasOrders() ? runtime::PlainPolicy::Race : runtime::PlainPolicy::Interleave;
  options.runtime.nondetRange = ~std::uint64_t{0};
  options.runtime.readersApart = false;
  options.search = asked.model == symbolic::Model::Sc ? "naive" : "trust";
  options.model = name(asked.model);
  return options;
}

bool startsThread(const llvm::Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call && analysis::libraryCall(*call).kind == analysis::LibraryCall::Kind::Starts;
}

// How many threads one may have to start, at most: as many as there are that matter, and before its own steps all that
// it does.
unsigned threadsNeeded(const llvm::Module& prepared, const symbolic::BoundedResult& result) {
  std::set<analysis::Statement> starts;
  for (const llvm::Function& function : prepared)
    for (const llvm::Instruction& instruction : llvm::instructions(function))
      if (startsThread(instruction)) starts.insert(analysis::statementOf(instruction));
  std::map<unsigned, unsigned> startedBy;
  const auto count = [&](const symbolic::Done& one) { startedBy[one.thread] += starts.contains(one.statement); };
  unsigned needed = result.thread;
  std::ranges::for_each(result.first, count);
  for (const symbolic::TakenStep& step : result.steps) {
    if (step.isStep) needed = std::max({needed, step.thread, startedBy[step.thread]});
    std::ranges::for_each(step.beside, count);
  }
  return needed;
}

// What was asked for.
void describe(const BoundedRequest& asked, const Options& how, report::Report& report) {
  report.search = "bmc";
  report.model = how.model;
  report.files = asked.source.files;
  report.flags = asked.source.clangFlags;
  report.flagsOfFiles = asked.source.flagsOf;
  report.promises = {"assertions", "deadlocks"};
  if (asked.options.findsRaces()) report.promises.emplace_back("data races");
  report.options = optionsToJson(how);
  if (!asked.source.errorLabel.empty()) report.options["label"] = asked.source.errorLabel;
}

std::string beyond(const symbolic::Bounds& bounds) {
  return fmt::format(
      "a loop starts more than {} threads, a call allocates more than {} blocks in a loop or more than {} bytes, "
      "calls are more than {} deep, or the C++ library throws",
      bounds.startsInLoop, bounds.blocksInLoop, bounds.blockBytes, bounds.recursion);
}

std::string within(const symbolic::BoundedResult& result) {
  std::string text = fmt::format("{}{} steps{}", core::kNoViolationWithin, result.depth,
                                 result.encoding == symbolic::Encoding::Order ? " a thread" : "");
  if (result.hasBounds) text += ", except where " + beyond(result.bounds);
  return text;
}

report::Bounded::Look lookOf(const symbolic::DepthStatistics& at) {
  return {.depth = at.depth,
          .threads = at.threads,
          .seconds = at.seconds,
          .conflicts = at.solver.conflicts,
          .bytes = at.solver.bytes,
          .decisions = at.solver.decisions,
          .nodes = at.nodes};
}

void conclude(const symbolic::BoundedResult& result, bool isInterrupted, report::Report& report) {
  core::Outcome& outcome = report.outcome;
  switch (result.verdict) {
    case Verdict::Safe: outcome.verdict = core::Verdict::Safe; break;
    case Verdict::Violation: outcome.verdict = core::Verdict::Violation; break;
    case Verdict::SafeUpTo:
      outcome.verdict = core::Verdict::Inconclusive;
      outcome.why = within(result) + "; executions may have more";
      break;
    case Verdict::Exceeded:
      outcome.verdict = core::Verdict::Inconclusive;
      outcome.why = "no violation, except where " + beyond(result.bounds);
      break;
    case Verdict::Interrupted:
      outcome.verdict = core::Verdict::Inconclusive;
      outcome.why = within(result) + (isInterrupted ? "; interrupted on the way to more"
                                                    : "; a limit has stopped the solver on its way to more");
      break;
  }
}

Result<symbolic::BoundedResult> solve(const llvm::Module& module, Encodings encodings,
                                      symbolic::BoundedOptions options) {
  const bool isFree = options.depth == 0 && options.mostDepth == 0;
  if (encodings == Encodings::Both && isFree && !options.hasOrders()) return symbolic::checkWithBoth(module, options);
  if (encodings == Encodings::Order || options.hasOrders()) options.encoding = symbolic::Encoding::Order;
  return symbolic::checkBounded(module, options);
}

// Natively, as the solver says.
std::optional<Diagnostic> show(const symbolic::BoundedResult& result, const Options& how, frontend::Compiled& compiled,
                               report::Report& report) {
  if (auto problem = frontend::finish(compiled, how.loops)) return problem;
  const core::SiteTable sites = compiled.info.sites;
  auto program =
      runtime::load(std::move(compiled.context), std::move(compiled.module), std::move(compiled.info), how.runtime);
  if (!program) return program.problem();
  core::Found found{.violation = {.kind = result.kind, .message = "found by the solver"}, .schedule = {}};
  found.isGraph = how.model != "sc";
  Witness inOrder(result, sites);
  GraphWitness onGraph(result, sites);
  core::Scheduler& witness = found.isGraph ? static_cast<core::Scheduler&>(onGraph) : inOrder;
  const core::Execution& execution = (*program)->run(witness);
  if (execution.end == core::End::Refused)
    return Diagnostic{report::locatedMessage(placeOf(execution.stop->site, sites), execution.stop->message)};
  found.schedule = found.isGraph ? onGraph.schedule() : inOrder.schedule();
  if (execution.violation) found.violation = *execution.violation;
  if (execution.end == core::End::Deadlock) found.violation.message = "no thread can go on";
  if (result.hasBounds && !execution.violation && execution.end != core::End::Deadlock) {
    report.outcome.verdict = core::Verdict::Inconclusive;
    report.outcome.why = "the solver has a violation where a thread stops at a bound, and natively it was not met";
    return std::nullopt;
  }
  report.outcome.found.push_back(found);
  report.findings.push_back(confirm(**program, found, sites));
  return std::nullopt;
}

std::function<bool()> deadlineOf(const BoundedRequest& asked, const Outside& outside) {
  return [start = Clock::now(), limit = asked.timeLimit, interrupted = outside.interrupted] {
    const std::chrono::duration<double> elapsed = Clock::now() - start;
    return (interrupted && interrupted()) || (limit > 0 && elapsed.count() > limit);
  };
}

Result<frontend::Compiled> prepareFor(const BoundedRequest& asked, const std::function<bool()>& mustStop) {
  frontend::Source source = asked.source;
  source.mustStop = mustStop;
  source.argumentsOf = runtime::argumentsOf;
  return frontend::prepare(source, asWritten(asked.options));
}

}  // namespace

bool isForSolver(const BoundedRequest& asked, const Outside& outside) {
  const auto mustStop = deadlineOf(asked, outside);
  auto compiled = prepareFor(asked, mustStop);
  if (!compiled) return mustStop();
  symbolic::BoundedOptions options = asked.options;
  options.limits.mustStop = mustStop;
  return symbolic::understands(*compiled->module, options) || mustStop();  // then it is not known
}

Result<report::Report> checkBounded(const BoundedRequest& asked, const Outside& outside) {
  const auto mustStop = deadlineOf(asked, outside);
  auto compiled = prepareFor(asked, mustStop);
  report::Report report;
  Options how = replayOptions(asked.options, asked.source);
  if (!compiled && mustStop()) {
    report.outcome.verdict = core::Verdict::Inconclusive;
    report.outcome.why = "stopped while it was compiled: by the time limit, or from outside";
    describe(asked, how, report);
    return report;
  }
  if (!compiled) return compiled.problem();
  report.notes = std::move(compiled->notes);
  report.setAside = std::move(compiled->setAside);
  for (const frontend::PhaseTime& time : compiled->times) report.seconds.push_back({time.phase, time.seconds});
  symbolic::BoundedOptions options = asked.options;
  const Clock::time_point solving = Clock::now();
  options.limits.mustStop = mustStop;
  options.progress = [&](const symbolic::DepthStatistics& look) {
    if (outside.looks) outside.looks(lookOf(look));
  };
  auto result = solve(*compiled->module, asked.encodings, options);
  if (outside.progressEnds) outside.progressEnds();
  if (!result) return result.problem();
  report.outcome.seconds = std::chrono::duration<double>(Clock::now() - solving).count();
  report.seconds.push_back({"solve", report.outcome.seconds});
  conclude(*result, outside.interrupted && outside.interrupted(), report);
  if (result->verdict == Verdict::Violation && result->hasBounds)
    how.runtime.boundThreads =
        threadsNeeded(*compiled->module, *result);  // who starts threads in a loop without end must not go on
  describe(asked, how, report);
  report.bounded = report::Bounded{.depth = result->depth,
                                   .isOfEach = result->encoding == symbolic::Encoding::Order,
                                   .encoding = std::string(name(result->encoding)),
                                   .solver = options.solver,
                                   .looks = {}};
  for (const symbolic::DepthStatistics& look : result->statistics) report.bounded->looks.push_back(lookOf(look));
  if (result->verdict != Verdict::Violation) return report;
  std::optional<Diagnostic> problem;
  const std::string unguarded =
      runtime::inSandbox(how.runtime, [&] { problem = show(*result, how, *compiled, report); });
  if (problem) return std::move(*problem);
  if (!unguarded.empty()) report.notes.push_back(runtime::withoutSandbox(unguarded));
  return report;
}

}  // namespace heddle::check
