// Of the executions that show a violation, people want the one with the
// fewest context switches.
#pragma once

#include <cstdint>

#include "core/outcome.h"
#include "core/program.h"

namespace heddle::explore {

struct ShortenBudget {
  std::uint64_t executions = 20'000;
  double seconds = 0.5;
  bool otherEnd = false;  // of a race without weak memory: shown from there, if need be
};

// Looks for an execution with the same violation (kind and site) and fewer
// context switches, or for one without weak memory if there was some, and makes
// that the schedule of `found`.
void shorten(core::Program& program, core::Found& found, const ShortenBudget& budget = {});

}  // namespace heddle::explore
