// What a search has not tried since there are too many values: a solver is asked about all
// of them.
#pragma once

#include "check/options.h"
#include "check/outside.h"
#include "report/report.h"

namespace heddle::check {

// If nothing is wrong with the values that were tried, and a solver finds others (check/bounded.h), the report is about
// these from then on. Else a note says what came of it; where it does not know the program, nothing.
void askAboutAllInputs(const Options& asked, const Outside& outside, report::Report& report);

}  // namespace heddle::check
