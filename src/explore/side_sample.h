// A random sample beside an exhaustive search.
//
// A search that goes depth first shows the executions next to the first one first. A bug that most interleavings show
// may be far from that: of bugs that it does not find within seconds most show within some twenty random executions.
// So every now and then some of these are run, a tenth of the time at most. What is explored does not depend on it, nor
// do the counts; what is found is a violation like any other, and under every memory model.
//
// An execution of the sample may break an assumption (core/assumption.h), as one of the search may: it is told.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <optional>

#include "core/outcome.h"
#include "explore/explorer.h"
#include "explore/search.h"

namespace heddle::explore {

class SideSample {
 public:
  // `after`: seconds of the search, before the first look. Quick answers need none. `limits`: those of the search.
  SideSample(double after, const Limits& limits);

  bool isDue(double now) const { return now >= after_ && seconds_ <= std::min(now * kShare, kMostSeconds); }
  // Runs executions for a while. They are counted in the outcome, not by who goes on.
  core::Outcome look(core::Program& program);

 private:
  static constexpr double kShare = 0.1, kMostSeconds = 5;
  static constexpr double kSecondsOfLook = 0.1;

  double after_;
  Limits limits_;                                    // of one look
  double seconds_ = 0;                               // of all looks
  std::array<std::unique_ptr<Search>, 3> searches_;  // taking turns: none of them is the best for all bugs
  unsigned looks_ = 0;
};

// As Limits::beside.
std::function<std::optional<core::Outcome>(core::Program&, double)> sampleBeside(double after, const Limits& limits);

}  // namespace heddle::explore
