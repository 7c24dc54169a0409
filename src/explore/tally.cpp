#include "explore/tally.h"

#include <algorithm>
#include <iterator>

#include "base/check.h"
#include "core/learnt.h"
#include "explore/graph/graph_search.h"

namespace heddle::explore {
namespace {

using core::End;
using core::Execution;
using core::Found;
using core::Outcome;
using core::Verdict;
using core::Violation;

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

}  // namespace

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

}  // namespace heddle::explore
