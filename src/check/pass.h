// One pass of a check: the program is compiled, loaded and explored under one
// set of assumptions.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "check/options.h"
#include "check/outside.h"
#include "core/assumption.h"
#include "report/report.h"

namespace heddle::check {

// How the pass goes about what was asked for.
struct Plan {
  Options options;                      // with what restarts have changed
  Options asked = options;              // without
  bool goesOn = true;                   // where an earlier part has stopped, if options.resume names one
  double secondsSpent = 0;              // by passes before this one
  double secondsHere = 0;               // for this pass; 0: what is left of the time limit
  unsigned watchEvery = 64;             // as LoopOptions::watchEvery, where it helps
  std::vector<std::string> notes = {};  // what is said of restarts
};

struct Pass {
  report::Report report;  // without findings if the pass has to be repeated and has found nothing
  // What does not hold, with where that was seen.
  std::optional<core::Broken> broken = {};
  core::Place brokenAt = {};
  core::Place partsBrokenAt = {};  // likewise, of core::Outcome::madePartsVoid
  double seconds = 0;              // of the search, without those of earlier parts
};

std::unique_ptr<explore::Search> makeSearch(const Options& options);
// What becomes of loops in such a pass.
transform::LoopOptions loopsOf(const Plan& plan);

Result<Pass> runPass(const Plan& plan, const Outside& outside);

}  // namespace heddle::check
