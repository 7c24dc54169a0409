// How long a check would take, as people and machines read it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/report.h"

namespace heddle::report {

struct Estimate {
  bool isExplored = false;  // all of it, on the way; then the numbers are exact
  bool isKnown = true;      // otherwise there was not time enough: `executions` are those so far
  double executions = 0;
  double low = 0, high = 0;   // probably between these
  double perSecond = 0;       // executions, one after the other
  double secondsToStart = 0;  // clang and all else before the first execution

  double seconds(double count) const { return secondsToStart + (perSecond > 0 ? count / perSecond : 0); }
};

// One line, and one for each note of the report.
std::string text(const Estimate& estimate, const Report& report);
std::string json(const Estimate& estimate, const Report& report);

}  // namespace heddle::report
