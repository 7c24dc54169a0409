// Loops that wait: what is found out about them and what becomes of them.
#pragma once

#include <functional>
#include <vector>

#include "base/result.h"
#include "core/program_info.h"
#include "transform/context.h"
#include "transform/loops/loop_options.h"

namespace heddle::transform {

// In this order: compare-exchange loops get a form of their own (access_in_iteration.h),
// confirmation loops are marked (confirmation_loops.h), iterations without effect
// are blocked (pure_iterations.h), attempts that are rolled back when they fail are
// assumed to succeed (rolled_back_additions.h), assumes after an access become awaits (awaits.h),
// loops are bounded (unroll.h). Run for all functions before any is instrumented:
// whether a call has an effect is read from the code of the function. A
// diagnostic if a bound names no loop, or if `mustStop` says so.
Result<std::vector<core::LoopNote>> rewriteLoops(const std::vector<llvm::Function*>& functions,
                                                 const LoopOptions& options, Context& context,
                                                 const std::function<bool()>& mustStop = {});

inline Diagnostic stopped() { return {"the instrumentation was stopped"}; }

}  // namespace heddle::transform
