// What a search does not know, a solver may (check/bounded.h): there are too many values to try, or too many executions
// to end in time.
#pragma once

#include "check/options.h"
#include "check/outside.h"
#include "report/report.h"

namespace heddle::check {

// How much of the time limit is the search's. The rest is the solver's, where its answer, which is about sc, says all
// that was asked for.
double shareOfSearch(const Options& asked, const Outside& outside);

// If nothing is wrong so far, and a solver finds something or can answer, the report is its report from then on.
// Else a note says what came of it; where it does not know the program, nothing.
void askSolver(const Options& asked, const Outside& outside, report::Report& report);

}  // namespace heddle::check
