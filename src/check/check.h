// One whole check, as a call: compile, load, explore, restart where an
// assumption turns out not to hold, replay what was found.
#pragma once

#include "base/result.h"
#include "check/options.h"
#include "check/outside.h"
#include "check/plan.h"
#include "report/report.h"

namespace heddle::check {

// What its first pass is to do.
Plan planOf(const Options& options);

// A diagnostic if there is something wrong with the input, or the program needs
// what Heddle does not support.
Result<report::Report> check(const Options& options, const Outside& outside = {});

}  // namespace heddle::check
