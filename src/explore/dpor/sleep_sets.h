// sleep(E') for every prefix E' of the current execution: steps that need not
// be taken there, since whatever begins with them has been explored.
//
// An entry is a step that was executed, so what it touches is known. The sets
// are stacked: that of a longer prefix lies after those of the shorter ones.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explore/dpor/trail.h"

namespace heddle::explore::dpor {

struct Sleeper {
  Footprint footprint = {};
  std::uint64_t choice = 0;
  ThreadId thread = 0;
};

class SleepSets {
 public:
  SleepSets() : starts_{0} {}

  // The set of the prefix with `size` steps.
  std::span<const Sleeper> of(Position size) const {
    const std::size_t end = size + 1 < starts_.size() ? starts_[size + 1] : sleepers_.size();
    return {sleepers_.data() + starts_[size], end - starts_[size]};
  }
  std::span<const Sleeper> last() const { return of(prefixes() - 1); }
  Position prefixes() const { return static_cast<Position>(starts_.size()); }

  // To the set of the longest prefix.
  void add(const TrailStep& step) { sleepers_.push_back({step.footprint, step.choice, step.thread}); }

  // A step follows: those that are independent of it sleep on.
  void push(const TrailStep& step) {
    const std::size_t begin = starts_.back();
    const std::size_t end = sleepers_.size();
    starts_.push_back(static_cast<std::uint32_t>(end));
    for (std::size_t i = begin; i < end; ++i)
      if (sleepers_[i].thread != step.thread && !conflict(sleepers_[i].footprint, step.footprint))
        sleepers_.push_back(Sleeper(sleepers_[i]));
  }

  // Back to the prefixes with at most `size` steps.
  void truncate(Position size) {
    if (size + 1 >= starts_.size()) return;
    sleepers_.resize(starts_[size + 1]);
    starts_.resize(size + 1);
  }

 private:
  std::vector<std::uint32_t> starts_;  // by number of steps
  std::vector<Sleeper> sleepers_;
};

}  // namespace heddle::explore::dpor
