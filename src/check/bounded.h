// `heddle bmc` as a call: all inputs and interleavings up to a depth, by a solver; what it
// finds is run natively, and shown like any other violation.
#pragma once

#include "base/result.h"
#include "check/outside.h"
#include "frontend/compile.h"
#include "report/report.h"
#include "symbolic/bounded_check.h"

namespace heddle::check {

enum class Encodings : std::uint8_t { Both, Interleavings, Order };

struct BoundedRequest {
  frontend::Source source;
  // Both only where the depth is free: it has another meaning in each.
  Encodings encodings = Encodings::Both;
  symbolic::BoundedOptions options;  // but for the encoding
  double timeLimit = 0;              // seconds; 0: none
};

// Whether the solver would be asked: nothing of the program is refused.
bool isForSolver(const BoundedRequest& asked, const Outside& outside);

Result<report::Report> checkBounded(const BoundedRequest& asked, const Outside& outside = {});

}  // namespace heddle::check
