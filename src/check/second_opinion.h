// What a search does not know, a solver may (check/bounded.h): there are too many values to try, or too many executions
// to end in time.
#pragma once

#include "check/options.h"
#include "check/outside.h"
#include "report/report.h"

namespace heddle::check {

// Where the solver's answer, which is about sc, says all that was asked for. Then the search leaves it some of the
// time.
bool solverAnswers(const Options& asked);
inline constexpr double kShareOfSearch = 0.5;

// If nothing is wrong so far, and a solver finds something or can answer, the report is its report from then on.
// Else a note says what came of it; where it does not know the program, nothing.
void askSolver(const Options& asked, const Outside& outside, report::Report& report);

}  // namespace heddle::check
