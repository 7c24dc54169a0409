// Ghost accesses: at the beginning of each iteration the race detector takes note of
// what iterations access that are left out (analysis/loops/hidden_races.h).
#pragma once

#include "analysis/loops/memory_facts.h"
#include "transform/context.h"
#include "transform/loops/loop_rewrite.h"

namespace heddle::transform {

// For a loop of which iterations may be left out. To be called when nobody asks any more what they do.
void makeGhostAccesses(const LoopRewrite& rewrite, const analysis::MemoryFacts& memory, Context& context);

}  // namespace heddle::transform
