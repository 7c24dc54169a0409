// Iterations of a loop that have no effect are not taken.
#pragma once

#include <llvm/IR/Dominators.h>

#include "transform/context.h"
#include "transform/loops/loop_rewrite.h"

namespace heddle::transform {

// Inserts assume(not c) for each case c in which an iteration is pure, at the first
// place where that is known. Does not change the control flow graph.
std::vector<LoopRewrite> blockPureIterations(const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators,
                                             const analysis::MemoryFacts& memory, Context& context);

}  // namespace heddle::transform
