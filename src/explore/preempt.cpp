// A sample with few preemptions: a thread goes on as long as it can, but for some random places at which another one
// goes on although it could.
//
// Follows   preemption bounding (Musuvathi & Qadeer, Iterative Context Bounding, PLDI 2007), which Thomson, Donaldson
//           and Betts (Concurrency Testing Using Controlled Schedulers, TOPC 2016) found to show most bugs of real
//           programs with one or two preemptions.
// Deviates  places and threads are drawn instead of enumerated: with a hundred threads the first thread that blocks
//           can be followed by any other one, and a depth-first search never changes its first decisions.
// Counts    as `naive` does: a Join or a Choose commutes with everything, goes at once and is no switch.
// Draws     how many preemptions: uniform from 0 to the bound. Where: from the most steps seen so far, as PCT does. Who
//           goes on: uniform from the other enabled threads.
#include "explore/preempt.h"

#include <algorithm>

namespace heddle::explore {

void PreemptSearch::begin() {
  places_.clear();
  if (mostSteps_ == 0) return;
  for (std::uint64_t left = numbers().below(std::uint64_t{most_} + 1); left > 0; --left)
    places_.push_back(numbers().below(mostSteps_));
}

bool PreemptSearch::isPreempted() const { return std::ranges::find(places_, stepsTaken()) != places_.end(); }

ThreadId PreemptSearch::pick(const core::Execution& execution) {
  if (stepsTaken() == 0) begin();
  const bool goesOn = current_ != kMaxThreads && core::enabled(execution, current_);
  others_.clear();
  for (ThreadId t = 0; t < execution.threads.size(); ++t) {
    if (!core::enabled(execution, t)) continue;
    const core::OpKind kind = execution.threads[t].pending.kind;
    if (kind == core::OpKind::Choose || kind == core::OpKind::Join) return t;
    if (t != current_) others_.push_back(t);
  }
  if (goesOn && (others_.empty() || !isPreempted())) return current_;
  if (others_.empty()) return kMaxThreads;
  return current_ = others_[numbers().below(others_.size())];
}

void PreemptSearch::finish(const core::Execution&) {
  mostSteps_ = std::max(mostSteps_, stepsTaken());
  current_ = kMaxThreads;
}

}  // namespace heddle::explore
