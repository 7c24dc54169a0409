// Loops that begin with a load and go on with what a failed compare-exchange of
// the same word has found:
//
//   seen = load(x);
//   do next = f(seen); while (!compare_exchange(x, &seen, next));
//
// or that load it again before they do.
//
// `seen` changes, so an iteration in which the compare-exchange fails is not pure as
// the paper has it. But whoever comes back to the header could have come there
// at first, had it loaded when it last found that: nothing that it has
// done since can be observed. Such iterations need not be run either.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include "analysis/loops/memory_facts.h"

namespace heddle::analysis {

// The variable of the loop (a phi of its header) that begins as what was loaded
// last before the loop and that each iteration leaves alone, or sets to what a
// compare-exchange or load of the same word has found; null if there is none. All of
// this holds only for loops whose iterations have no other effect.
const llvm::PHINode* reloadedVariable(const llvm::Loop& loop, const MemoryFacts& memory);

// Whether both are the same address throughout the loop.
bool isSameWord(const llvm::Loop& loop, const llvm::Value* x, const llvm::Value* y);

}  // namespace heddle::analysis
