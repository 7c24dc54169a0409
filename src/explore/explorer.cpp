// The loop around every search. Read this first: it is the whole of what
// "stateless model checking" means here.
//
// Run the program to its end, ask the search for the next execution, until
// there is none. Whatever an execution ends with is classified below, once,
// for all searches.
#include "explore/explorer.h"

#include <algorithm>
#include <iterator>

#include "base/check.h"
#include "core/learnt.h"
#include "explore/graph/graph_search.h"
#include "explore/memory_limit.h"
#include "explore/pace.h"
#include "explore/rolled_back_additions.h"
#include "explore/seconds_text.h"

namespace heddle::explore {
namespace {

using core::End;
using core::Execution;
using core::Found;
using core::Outcome;
using core::Verdict;
using core::Violation;

// What has been seen so far, and whether that is reason enough to stop.
class Tally {
 public:
  Tally(Search& search, const Limits& limits, Outcome before)
      : search_(search), limits_(limits), outcome_(std::move(before)), before_(executions()), why_(outcome_.whyCut) {}

  // False: the search ends here.
  bool count(const Execution& execution);

  void countCached() { ++outcome_.executions.complete; }

  // What was seen beside the search. False: the search ends here.
  bool countBeside(Outcome seen);

  // The program was seen to be nondeterministic after an execution had ended.
  void countMismatch() {
    if (search_.learnt()) return endBroken(*search_.learnt());
    add(*search_.mismatch());
  }
  void countRefusal();

  void endEarly(std::string why) {
    why_ = std::move(why);
    outcome_.isUnfinished = true;
  }
  void countBroken(const Execution& execution) {
    ++outcome_.executions.cut;
    endBroken(*execution.broken);
  }
  // What follows depends on what does not hold.
  void endBroken(const core::Broken& broken) {
    why_ =
        broken.why.empty() ? "an assumption does not hold: " + std::string(core::name(broken.assumption)) : broken.why;
    outcome_.broken = broken;
  }
  // A search has given up an assumption of its own.
  void restart(const core::Broken& broken) {
    if (before_ != 0) outcome_.madePartsVoid = broken;
    restart_ = broken.assumption;
    outcome_.forgetCounts();
    before_ = 0;
  }
  // The same, where others explore other parts: all of them are void.
  void endHandedOver() {
    isHandedOver_ = true;
    outcome_.isUnfinished = true;
  }
  void endVoid(const core::Broken& broken) { outcome_.madePartsVoid = broken; }
  void endPart() { outcome_.mustBeOnePart = true; }
  void noteRemarks(std::vector<std::string> remarks) { outcome_.remarks = std::move(remarks); }
  // The program did not do all it could.
  void noteLimitations(const std::vector<std::string>& limitations) {
    std::vector<std::string>& all = outcome_.limitations;
    all.insert(all.end(), limitations.begin(), limitations.end());
    std::ranges::sort(all);
    all.erase(std::ranges::unique(all).begin(), all.end());
  }
  void refuse(std::string why) {
    refused_ = true;
    why_ = std::move(why);
  }
  core::Evidence takeEvidence() { return std::exchange(outcome_.evidence, {}); }
  // If the search goes on later.
  template <typename... Monitors>
  void keepEvidence(const Monitors&... monitors) {
    if (limits_.isPart || isHandedOver_ || (outcome_.isUnfinished && limits_.keepsRest))
      (monitors.addEvidence(outcome_.evidence), ...);
  }
  template <typename... Monitors>
  Outcome soFar(const core::Program& program, const Monitors&... monitors) const {
    Tally copy(*this);
    copy.noteLimitations(program.limitations());
    copy.noteRemarks(program.remarks());
    (monitors.addEvidence(copy.outcome_.evidence), ...);
    return std::move(copy.outcome_);
  }
  Progress progress(double now) const;
  Outcome conclude(double seconds);
  std::uint64_t executions() const { return outcome_.executions.total(); }
  // Without those of an earlier search.
  std::uint64_t executionsHere() const { return executions() - before_; }

 private:
  bool add(const Violation& violation);
  bool addAll(const Execution& execution);
  bool countGivenUp(const Execution& execution);
  void noteStop(const Execution& execution);
  std::string whyNotAll() const;
  std::string whyLimited() const;

  Search& search_;
  const Limits& limits_;
  Outcome outcome_;
  std::uint64_t before_;  // executions, of an earlier search
  bool refused_ = false;
  bool isEnough_ = false;  // Limits::endsWith says so
  std::string why_;
  bool isHandedOver_ = false;
  bool isByBound_ = false;  // that is what why_ says
  double secondsBeside_ = 0;
  std::optional<core::Assumption> restart_;
};

Violation deadlockOf(const Execution& execution) {
  if (execution.violation) return *execution.violation;
  Violation violation{.kind = core::ViolationKind::Deadlock, .message = "no thread can go on"};
  for (ThreadId t = 0; t < execution.threads.size(); ++t)
    if (execution.threads[t].status == core::ThreadStatus::Ready) {
      violation.thread = t;
      violation.site = execution.threads[t].pending.site;
      break;
    }
  return violation;
}

bool Tally::count(const Execution& execution) {
  core::ExecutionCounts& counts = outcome_.executions;
  if (search_.refusal()) {
    countRefusal();
    return false;
  }
  if (search_.learnt() && !search_.mismatch()) {
    endBroken(*search_.learnt());
    return false;
  }
  const bool isWaiting = execution.end == End::Deadlock ||
                         (execution.end == End::Violated && core::isAboutWaiting(execution.violation->kind));
  if (isWaiting && !limits_.deadlocks) {
    ++counts.blocked;
    return true;
  }
  switch (execution.end) {
    case End::Complete: ++counts.complete; return true;
    case End::Blocked: ++counts.blocked; return true;
    case End::Abandoned:
      if (search_.mismatch()) {
        counts.violated += search_.learnt() ? 0 : 1;
        countMismatch();
        return false;
      }
      if (search_.hasGivenUp()) return countGivenUp(execution);
      ++counts.redundant;
      return true;
    case End::Deadlock: ++counts.violated; return add(deadlockOf(execution));
    case End::Violated:
      HEDDLE_CHECK(execution.violation.has_value());
      ++counts.violated;
      if (execution.stop) noteStop(execution);
      return addAll(execution);
    case End::Cut:
      ++counts.cut;
      noteStop(execution);
      return true;  // whether to go on is up to the search
    case End::Refused:
      ++counts.cut;
      refused_ = true;
      noteStop(execution);
      return false;
    case End::Running: break;
  }
  HEDDLE_CHECK_NOTE(false, "an execution that was run has not ended");
  return false;
}

bool Tally::countBeside(Outcome seen) {
  outcome_.sampled += seen.executions.total();
  secondsBeside_ += seen.seconds;
  if (seen.broken && seen.broken->assumption != core::Assumption::ShortExecutions) {
    endBroken(*seen.broken);
    return false;
  }
  const bool goesOn = seen.found.empty();
  std::ranges::move(seen.found, std::back_inserter(outcome_.found));
  return goesOn;
}

// Executions that the search runs in vain are not in the tree that was estimated.
Progress Tally::progress(double now) const {
  Progress progress{.executions = executions(), .seconds = now, .secondsBeside = secondsBeside_, .restart = restart_};
  if (limits_.estimating.estimate) progress.estimate = limits_.estimating.estimate();
  if (!progress.estimate || executions() == 0) return progress;
  const auto all = static_cast<double>(executions());
  const double useful = all - static_cast<double>(outcome_.executions.redundant);
  for (double* const number : {&progress.estimate->executions, &progress.estimate->low, &progress.estimate->high})
    *number = std::max(all, useful > 0 ? *number * all / useful : all);
  return progress;
}

// Its violations are there all the same.
bool Tally::countGivenUp(const Execution& execution) {
  ++outcome_.executions.cut;
  return !execution.violation || addAll(execution);
}

bool Tally::addAll(const Execution& execution) {
  for (const Violation& further : execution.furtherViolations) add(further);
  return add(*execution.violation);
}

void Tally::countRefusal() {
  ++outcome_.executions.cut;
  refused_ = true;
  why_ = search_.refusal()->message;
  outcome_.broken = {core::Assumption::GraphOperations, search_.refusal()->site, why_};
  outcome_.stopSchedule.clear();  // an earlier cut is not the reason
}

bool Tally::add(const Violation& violation) {
  std::vector<core::Step> schedule = search_.schedule();
  if (violation.steps != 0 && violation.steps < schedule.size()) schedule.resize(violation.steps);
  const auto same = std::find_if(outcome_.found.begin(), outcome_.found.end(), [&](const Found& f) {
    return f.violation.kind == violation.kind && f.violation.site == violation.site;
  });
  if (same == outcome_.found.end()) {
    outcome_.found.push_back({violation, std::move(schedule), 1, search_.onGraphs() != nullptr});
    if (limits_.endsWith && limits_.endsWith(outcome_.found.back())) isEnough_ = true;
  } else {
    ++same->executions;
    if (core::contextSwitches(schedule) < core::contextSwitches(same->schedule)) {
      same->violation = violation;
      same->schedule = std::move(schedule);
    }
  }
  return !limits_.stopAtFirst && !isEnough_;
}

void Tally::noteStop(const Execution& execution) {
  HEDDLE_CHECK(execution.stop.has_value());
  // The first cut explains enough, unless a bound was it: within the bound not everything is explored either.
  const bool isBound = execution.stop->bounded;
  if (!why_.empty() && !refused_ && (isBound || !isByBound_)) return;
  isByBound_ = isBound;
  why_ = execution.stop->message;
  if (!refused_) outcome_.whyCut = why_;
  outcome_.stopSchedule = search_.schedule();
  outcome_.stopIsGraph = search_.onGraphs() != nullptr;
  if (execution.end == End::Cut && !execution.stop->endless && !execution.stop->bounded)
    outcome_.broken = {core::Assumption::ShortExecutions, execution.stop->site, why_};
}

// With a violation the search goes on, but not everything can be explored then.
std::string Tally::whyNotAll() const {
  if (!why_.empty())
    return why_.substr(why_.starts_with(core::kNoViolationWithin) ? core::kNoViolationWithin.size() : 0);
  if (outcome_.hasFound(core::ViolationKind::Nondeterminism))
    return "the search ends where the program does not repeat itself";
  if (outcome_.hasFound(core::ViolationKind::DataRace))
    return "a data race stops the thread that comes second, and what would follow is not explored";
  return whyLimited();
}

std::string Tally::whyLimited() const {
  if (outcome_.limitations.empty()) return {};
  const std::size_t more = outcome_.limitations.size() - 1;
  if (more == 0) return outcome_.limitations.front();
  return outcome_.limitations.front() + " (and so at " + std::to_string(more) +
         (more == 1 ? " other place)" : " other places)");
}

Outcome Tally::conclude(double seconds) {
  HEDDLE_CHECK_NOTE(!search_.isOptimal() || outcome_.executions.redundant == 0,
                    "an optimal search ran a redundant execution");
  outcome_.seconds += seconds;
  const auto estimate = outcome_.isUnfinished ? progress(seconds).estimate : std::nullopt;
  if (estimate && estimate->executions > static_cast<double>(executions())) outcome_.expected = estimate->executions;
  // Those that were seen only in executions which do not count. If the search goes on later, they may be seen again.
  const bool isOver = !(outcome_.isUnfinished && limits_.keepsRest) && !isHandedOver_;
  for (Found& found : outcome_.found) {
    if (found.executions != 0 || !isOver) continue;
    found.executions = 1;
    ++outcome_.executions.violated;
  }
  Coverage coverage = search_.coverage();
  outcome_.guarantee = std::move(coverage.guarantee);
  if (!outcome_.found.empty()) {
    outcome_.verdict = Verdict::Violation;
    if (!limits_.stopAtFirst) outcome_.why = whyNotAll();
    return std::move(outcome_);
  }
  if (why_.empty() && coverage.gap != nullptr) why_ = coverage.gap;
  if (why_.empty()) why_ = whyLimited();
  outcome_.verdict = refused_ ? Verdict::Refused : why_.empty() ? Verdict::Safe : Verdict::Inconclusive;
  outcome_.why = std::move(why_);
  return std::move(outcome_);
}

// What the search goes on after in another way than after others. Where parts of it are explored each by itself, that
// would depend on how it was divided.
bool concernsAll(const Execution& execution, const Search& search, const Limits& limits) {
  const bool isCutShort = execution.end == End::Cut && !(execution.stop && execution.stop->bounded);
  const bool isRacy = !limits.stopAtFirst && execution.end == End::Violated &&
                      execution.violation->kind == core::ViolationKind::DataRace;
  return isCutShort || isRacy || execution.end == End::Refused || search.mismatch() || search.refusal() ||
         (execution.broken && core::isAboutLearnt(execution.broken->assumption));
}

std::optional<Outcome> lookBeside(core::Program& program, const Limits& limits, const Spent& spent) {
  if (auto seen = limits.beside ? limits.beside(program, spent) : std::nullopt) return seen;
  return limits.estimating.beside ? limits.estimating.beside(program, spent) : std::nullopt;
}

}  // namespace

Outcome explore(core::Program& program, Search& search, const Limits& limits, Outcome before) {
  Tally tally(search, limits, std::move(before));
  program.keepGoing(!limits.stopAtFirst);
  Pace pace;
  MemoryLimit memory(limits.memoryLimit);
  Keeper keeper(limits.checkpoints);
  double lastProgress = 0;
  std::uint64_t nextBeside = limits.besideEvery;
  const Execution* execution = nullptr;  // the last one that was run
  graph::GraphSearch* const onGraphs = search.onGraphs();
  const bool hasRolledBack = program.has(core::LoopRole::RolledBack);
  RolledBackAdditions rolledBack;
  if (const core::Evidence seen = tally.takeEvidence(); !program.takeIn(seen) || !rolledBack.takeIn(seen, program)) {
    tally.refuse("what earlier parts have seen does not fit the program");
    return tally.conclude(0);
  }
  const auto soFar = [&] { return tally.soFar(program, program, rolledBack); };
  const auto standing = [&] {
    Standing now{soFar(), onGraphs->split(0).left, program.threads().names()};
    now.soFar.seconds += pace.now();
    return now;
  };
  while (true) {
    if (execution != nullptr && onGraphs != nullptr && onGraphs->replayFromCache()) {
      tally.countCached();
      if (hasRolledBack) rolledBack.look(onGraphs->explored());
    } else {
      execution = &program.run(search);
      const bool endsAll = limits.keepsRest || limits.memoryLimit != 0;
      if (endsAll && execution->end == End::Cut && execution->stop->isOutside) {
        tally.endEarly(execution->stop->message);
        break;
      }
      if (limits.isPart && concernsAll(*execution, search, limits)) {
        tally.endPart();
        break;
      }
      if (execution->broken) {
        tally.countBroken(*execution);
        break;
      }
      const bool isPreparation = onGraphs != nullptr && onGraphs->isPreparation(*execution);
      if (hasRolledBack && !isPreparation)
        rolledBack.look(*execution, onGraphs != nullptr ? &onGraphs->explored() : nullptr);
      // If so, who waits for ever may do that only in what was explored.
      const bool isReal = !rolledBack.observed() || execution->end == End::Violated;
      if (isReal && !isPreparation && !tally.count(*execution)) break;
    }
    if (rolledBack.observed()) {
      tally.endBroken(
          {core::Assumption::UnobservedRollback, *rolledBack.observed(), "rolled-back additions were observed"});
      break;
    }
    if (!search.advance(*execution)) {
      if (limits.isPart && (search.mismatch() || search.refusal())) {
        tally.endPart();
        break;
      }
      if (const auto broken = search.takeBroken()) tally.endBroken(*broken);
      if (search.mismatch()) tally.countMismatch();
      if (search.refusal()) tally.countRefusal();
      break;
    }
    if (const auto broken = search.takeBroken()) {
      if (limits.isPart) {
        tally.endVoid(*broken);
        break;
      }
      tally.restart(*broken);
    }
    if (limits.isSpent && limits.isSpent(tally.executionsHere())) {
      tally.endEarly("all executions that may be run were run");
      break;
    }
    if (limits.boundExecutions != 0 && tally.executionsHere() >= limits.boundExecutions) {
      tally.endEarly("the bound of " + std::to_string(limits.boundExecutions) + " executions was reached");
      break;
    }
    // After the same executions on every machine.
    const bool isBesideDue = limits.beside && tally.executionsHere() >= nextBeside;
    if (isBesideDue) nextBeside += limits.besideEvery;
    if (!pace.tick() && !isBesideDue) continue;
    if (limits.interrupted && limits.interrupted()) {
      tally.endEarly("the search was interrupted");
      break;
    }
    if (limits.timeLimit > 0 && limits.timeSpent + pace.now() >= limits.timeLimit) {
      tally.endEarly("the time limit of " + secondsText(limits.timeLimit) + " s was reached");
      break;
    }
    if (memory.isReached(pace.now())) {
      tally.endEarly(memory.why());
      break;
    }
    if (limits.handsOver && limits.handsOver({{tally.executionsHere(), pace.now()}, soFar})) {
      tally.endHandedOver();
      break;
    }
    keeper.look(pace.now(), standing);
    if (auto seen = lookBeside(program, limits, {tally.executionsHere(), pace.now()})) {
      if (!tally.countBeside(std::move(*seen))) break;
      program.keepGoing(!limits.stopAtFirst);
      execution = nullptr;  // the last one was none of the search's
    }
    if (limits.progress && pace.now() - lastProgress >= 0.2) {
      lastProgress = pace.now();
      limits.progress(tally.progress(lastProgress));
    }
  }
  if (limits.progress) limits.progress(tally.progress(pace.sinceStart()));
  program.keepGoing(false);
  tally.noteLimitations(program.limitations());
  tally.noteRemarks(program.remarks());
  tally.keepEvidence(program, rolledBack);
  return tally.conclude(pace.sinceStart());
}

Outcome conclude(Search& search, const Limits& limits, Outcome all, const std::string& whyEnded) {
  const std::optional<core::Broken> broken = all.broken;
  Tally tally(search, limits, std::move(all));
  if (broken) tally.endBroken(*broken);
  if (!whyEnded.empty()) tally.endEarly(whyEnded);
  return tally.conclude(0);
}

}  // namespace heddle::explore
