// Iterations of a loop of which only a run can tell that they have no effect.
//
// The purity of loops (pure_iterations.h) is decided from the code, path by path.
// That leaves iterations that went through an inner loop, whose effects are in
// functions that are not inlined, or that write what is there already. Here the
// loop asks the runtime at its back edge: if nothing that leaves no event
// happened since its header (a flag says so), and its variables and what it
// wrote to private memory are what they were, the runtime examines the events
// (core/iteration.h, also for why this is sound).
#pragma once

#include "analysis/loops/memory_facts.h"
#include "transform/context.h"
#include "transform/loops/loop_rewrite.h"

namespace heddle::transform {

// Inserts kIterationBegin and kIterationEnd where they can find something that
// `rewrite` has not; says so in it. Does not change the control flow graph.
void checkIterations(LoopRewrite& rewrite, const analysis::MemoryFacts& memory, Context& context);

}  // namespace heddle::transform
