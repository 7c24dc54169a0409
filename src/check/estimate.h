// `heddle estimate` as a call: how long a check would take. It begins as the check would; half of the time goes to
// probes of what it would explore (explore/estimate).
#pragma once

#include "check/options.h"
#include "check/outside.h"
#include "report/estimate.h"

namespace heddle::check {

inline constexpr double kSecondsToEstimate = 10;  // unless a time limit was given

struct Estimated {
  report::Report report;  // of the check as far as it has got; with a violation, that is the answer
  report::Estimate estimate;
};

Result<Estimated> estimate(const Options& asked, const Outside& outside);

}  // namespace heddle::check
