#include "explore/dpor/reduction.h"

#include <algorithm>

#include "base/check.h"
#include "explore/fingerprint.h"

namespace heddle::explore::dpor {

using core::Execution;
using core::OpKind;
using core::Step;

Step Reduction::next(const Execution& execution) {
  if (depth_ < path_.size()) [[likely]]
    return follow(execution);
  const ThreadId thread = chooseFreely(execution);
  if (thread == kMaxThreads) return Step::stop();
  path_.push_back({fingerprint(execution.threads[thread].pending), 0, thread});
  ++depth_;
  return {thread, 0};
}

Step Reduction::follow(const Execution& execution) {
  Planned& planned = path_[depth_];
  if (planned.fingerprint == 0 && planned.thread < execution.threads.size())
    planned.fingerprint = fingerprint(execution.threads[planned.thread].pending);
  if (planned.thread >= execution.threads.size() || !core::enabled(execution, planned.thread) ||
      fingerprint(execution.threads[planned.thread].pending) != planned.fingerprint) [[unlikely]] {
    gaveUp_ = isConsequenceOfRace();
    if (!gaveUp_) noteMismatch(execution, planned.thread);
    return Step::stop();
  }
  ++depth_;
  return {planned.thread, planned.choice};
}

ThreadId Reduction::firstEnabled(const Execution& execution) const {
  const auto count = static_cast<ThreadId>(execution.threads.size());
  const ThreadId last = path_.empty() ? kMaxThreads : path_.back().thread;
  if (last < count && core::enabled(execution, last)) return last;
  for (ThreadId t = 0; t < count; ++t)
    if (core::enabled(execution, t)) return t;
  return kMaxThreads;
}

bool Reduction::advance(const Execution& execution) {
  if (mismatch()) return false;
  if (givesUpAfter(execution)) return false;
  if (execution.end == core::End::Violated) [[unlikely]]
    noteDataRaces(execution);
  if (gaveUp_ || depth_ < path_.size()) [[unlikely]] {
    if (!gaveUp_ && !isConsequenceOfRace()) {
      // It ended earlier than it did before, after the same steps.
      noteMismatch(execution, path_[depth_].thread);
      return false;
    }
    gaveUp_ = false;
    races_.clear();
    depth_ = 0;
    dropPlan();
    return goBack();
  }
  trail_.extend(execution, races_);
  // The last step was not performed if the executor hit a limit there.
  if (execution.end == core::End::Cut && depth_ == trail_.size() + 1) path_.resize(--depth_);
  HEDDLE_CHECK(trail_.size() == depth_);
  if (trail_.interruptedSection()) [[unlikely]] {
    noteBroken({core::Assumption::WholeSections, *trail_.interruptedSection()});
    return false;
  }
  trail_.noteEnd(execution);
  if (trail_.hasOutgrown()) {
    noteBroken({core::Assumption::KnownFootprints});
    truncate(0);
    trail_.restart();
    races_.clear();
    depth_ = 0;
    return true;
  }
  analyse(execution);
  if (isCut(execution) && trail_.size() > kDeepestAfterCut) truncate(kDeepestAfterCut);
  const bool more = goBack();
  depth_ = 0;
  return more;
}

std::vector<Step> Reduction::schedule() const {
  std::vector<Step> steps;
  steps.reserve(depth_);
  for (std::size_t i = 0; i < depth_; ++i) steps.push_back({path_[i].thread, path_[i].choice});
  return steps;
}

}  // namespace heddle::explore::dpor
