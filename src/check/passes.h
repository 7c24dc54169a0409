// Passes, until the answer of one stands: the one place in which a check
// restarts.
#pragma once

#include <functional>

#include "base/result.h"
#include "check/pass.h"

namespace heddle::check {

// One pass, under the assumptions of the plan. Whoever has more than one check to
// make of a program may keep what is loaded (tests/fuzz).
using RunPass = std::function<Result<Pass>(const Plan&)>;

// Restarts without what turns out not to hold (restarts.h). The plan becomes the one
// of the pass that is answered. `interrupted` may be empty.
Result<Pass> passes(Plan& plan, const RunPass& run, const std::function<bool()>& interrupted = {});

}  // namespace heddle::check
