// Loops that wait: what is found out about them and what becomes of them.
#pragma once

#include <vector>

#include "base/result.h"
#include "core/program_info.h"
#include "transform/context.h"
#include "transform/loop_options.h"

namespace heddle::transform {

// In this order: compare-exchange loops get a form of their own (load_in_round.h),
// confirmation loops are marked (claims.h), rounds without effect
// are blocked (loop_purity.h), attempts that are taken back when they fail are
// assumed to succeed (undone_additions.h), assumes behind an access become awaits (await.h),
// loops are bounded (unroll.h). Run for all functions before any is instrumented:
// whether a call has an effect is read from the code of the function. A
// diagnostic if a bound names no loop.
Result<std::vector<core::LoopNote>> rewriteLoops(const std::vector<llvm::Function*>& functions,
                                                 const LoopOptions& options, Context& context);

}  // namespace heddle::transform
