// A sample with few preemptions: a thread goes on as long as it can, but for some random places at which another one
// goes on although it could.
//
// Follows   preemption bounding (Musuvathi & Qadeer, Iterative Context Bounding, PLDI 2007), which Thomson, Donaldson
//           and Betts (Concurrency Testing Using Controlled Schedulers, TOPC 2016) found to show most bugs of real
//           programs with one or two preemptions.
// Deviates  places and threads are drawn instead of enumerated: with a hundred threads the first thread that blocks
//           can be followed by any other one, and a depth-first search never changes its first decisions.
// Counts    as `naive` does: a Join or a Choose commutes with everything, goes at once and is no switch.
// Draws     how many preemptions: uniform from 0 to the bound. Where: from the most places seen so far, as PCT does, in
//           every second execution from those before a lock only: what is wrong between two sections shows there. Who
//           goes on: a place of the code, uniform from those that other enabled threads are at; then uniform from the
//           threads there. Otherwise the one that does something else is never drawn among a hundred that do the same.
#include "explore/preempt.h"

#include <algorithm>
#include <utility>

namespace heddle::explore {

void PreemptSearch::begin() {
  places_.clear();
  passed_ = {};
  where_ = mostPassed_[BeforeLocks] != 0 && numbers().below(2) != 0 ? BeforeLocks : Everywhere;
  if (mostPassed_[where_] == 0) return;
  for (std::uint64_t left = numbers().below(std::uint64_t{most_} + 1); left > 0; --left)
    places_.push_back(numbers().below(mostPassed_[where_]));
}

bool PreemptSearch::isPreempted(const core::Op& next) {
  const bool isLock = next.kind == core::OpKind::Update && next.rule->canBlock;
  const bool isPlace = where_ == Everywhere || isLock;
  const bool isDrawn = isPlace && std::ranges::find(places_, passed_[where_]) != places_.end();
  ++passed_[Everywhere];
  if (isLock) ++passed_[BeforeLocks];
  return isDrawn;
}

ThreadId PreemptSearch::drawOther(const core::Execution& execution) {
  const auto place = [&](ThreadId t) { return execution.threads[t].pending.site; };
  std::ranges::sort(others_, {}, [&](ThreadId t) { return std::pair(place(t), t); });
  const auto startsPlace = [&](std::size_t i) { return i == 0 || place(others_[i]) != place(others_[i - 1]); };
  std::uint64_t places = 0;
  for (std::size_t i = 0; i < others_.size(); ++i) places += startsPlace(i) ? 1 : 0;
  std::size_t first = 0;
  for (std::uint64_t left = numbers().below(places) + 1; left > 0; ++first)
    if (startsPlace(first)) --left;
  std::size_t end = first--;
  while (end < others_.size() && !startsPlace(end)) ++end;
  return others_[first + numbers().below(end - first)];
}

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
  if (goesOn && (others_.empty() || !isPreempted(execution.threads[current_].pending))) return current_;
  if (others_.empty()) return kMaxThreads;
  return current_ = drawOther(execution);
}

void PreemptSearch::finish(const core::Execution&) {
  for (const Where where : {Everywhere, BeforeLocks}) mostPassed_[where] = std::max(mostPassed_[where], passed_[where]);
  current_ = kMaxThreads;
}

}  // namespace heddle::explore
