// A random sample beside an exhaustive search.
//
// A search that goes depth first shows the executions next to the first one first. A bug that most interleavings show
// may be far from that: of bugs that it does not find within seconds most show within some twenty random executions.
// So these are run early, and every now and then: a tenth as many as the search has run, so that what is found does not
// depend on how fast the machine is, or, while the search has run few since each takes long, for a tenth of the time.
// What is explored does not depend on it, nor do the counts; what is found is a violation like any other, and under
// every memory model.
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
  // `limits`: those of the search.
  explicit SideSample(const Limits& limits);

  // Runs some executions if it is time. They are counted in the outcome, not by who goes on.
  std::optional<core::Outcome> look(core::Program& program, const Spent& spent);

 private:
  core::Outcome run(core::Program& program);

  SideShare share_;
  std::uint64_t every_, next_;                       // look: after so many executions of the search
  Limits limits_;                                    // of one look
  std::array<std::unique_ptr<Search>, 3> searches_;  // taking turns: none of them is the best for all bugs
  unsigned looks_ = 0;
};

// As Limits::beside.
std::function<std::optional<core::Outcome>(core::Program&, const Spent&)> sampleBeside(const Limits& limits);

}  // namespace heddle::explore
