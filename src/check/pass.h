// One pass of a check: the program is compiled, loaded and explored under one
// set of assumptions.
#pragma once

#include <memory>
#include <optional>

#include "base/result.h"
#include "check/outside.h"
#include "check/plan.h"
#include "core/assumption.h"
#include "report/report.h"

namespace heddle::check {

struct Pass {
  report::Report report;  // without findings if the pass has to be repeated and has found nothing
  // What does not hold, with where that was seen.
  std::optional<core::Broken> broken = {};
  core::Place brokenAt = {};
  core::Place partsBrokenAt = {};       // likewise, of core::Outcome::madePartsVoid
  std::vector<std::string> notes = {};  // of this pass only
  double seconds = 0;                   // of the search, without those of earlier parts
};

// Says in the report what was asked for.
void describe(const Options& options, report::Report& report);

// What becomes of loops in such a pass.
transform::LoopOptions loopsOf(const Plan& plan);

Result<Pass> runPass(const Plan& plan, const Outside& outside);

}  // namespace heddle::check
