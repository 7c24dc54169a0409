// A random sample beside an exhaustive search.
//
// A search that goes depth first shows the executions next to the first one first. A bug that most interleavings show
// may be far from that: of bugs that it does not find within seconds most show within some twenty random executions.
// So these are run early, and every now and then, a tenth of the time at most. What is explored does not depend on it,
// nor do the counts; what is found is a violation like any other, and under every memory model.
//
// An execution of the sample may break an assumption (core/assumption.h), as one of the search may: it is told.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <optional>

#include "core/outcome.h"
#include "explore/explorer.h"
#include "explore/search.h"
#include "explore/side_share.h"

namespace heddle::explore {

class SideSample {
 public:
  // `after`: seconds of the search, before the first look. `limits`: those of the search.
  SideSample(double after, const Limits& limits);

  bool isDue(double now) const { return share_.isDue(now); }
  // Runs executions for a while. They are counted in the outcome, not by who goes on.
  core::Outcome look(core::Program& program, double now);

 private:
  SideShare share_;
  Limits limits_;                                    // of one look
  std::array<std::unique_ptr<Search>, 3> searches_;  // taking turns: none of them is the best for all bugs
  unsigned looks_ = 0;
};

// As Limits::beside.
std::function<std::optional<core::Outcome>(core::Program&, double)> sampleBeside(double after, const Limits& limits);

}  // namespace heddle::explore
