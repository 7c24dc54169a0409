// Compare-exchange loops as most people write them become what the paper has
// (Awamoche, 3.3):
//
//   seen = load(x);                              do {
//   do next = f(seen);                             seen = load(x);
//   while (!compare_exchange(x, &seen, next));     next = f(seen);
//                                                } while (!compare_exchange(x, seen, next));
//
// where whoever comes back could have come at first (analysis/loops/reload.h): an iteration
// that fails has no effect, so that only the last one counts, and what it begins
// with is as good as loaded. `seen` may be plain memory, as in
//
//   element->next = load(top);
//   while (!compare_exchange(top, &element->next, element)) ;
//
// which is stored then in each iteration.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

#include "analysis/loops/memory_facts.h"
#include "transform/loops/discarded.h"

namespace heddle::transform {

// Loops that make their first access before they begin make it in each iteration
// (analysis/loops/peeled_access.h). Does not change the control flow graph.
void accessInEachIteration(const llvm::LoopInfo& loops, Discarded& discarded);

// Does not change the control flow graph.
void loadInEachIteration(const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators,
                         const analysis::MemoryFacts& memory, Discarded& discarded);

}  // namespace heddle::transform
