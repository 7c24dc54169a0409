// `heddle bmc` as a call: all inputs and interleavings up to a depth, by a solver; what it
// finds is run natively, and shown like any other violation.
#pragma once

#include "base/result.h"
#include "check/outside.h"
#include "frontend/compile.h"
#include "report/report.h"
#include "symbolic/bounded_check.h"

namespace heddle::check {

struct BoundedRequest {
  frontend::Source source;
  symbolic::BoundedOptions options;
  double timeLimit = 0;  // seconds; 0: none
};

Result<report::Report> checkBounded(const BoundedRequest& asked, const Outside& outside = {});

}  // namespace heddle::check
