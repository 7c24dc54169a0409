// What an iteration of a loop does that the runtime cannot see: the other half of
// finding out at run time that an iteration had no effect (core/iteration.h).
//
// Atomic accesses and locks are events, which the runtime examines when the
// iteration is over. Plain accesses of the thread, and most calls, leave no trace.
#pragma once

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>

#include "analysis/loops/memory_facts.h"

namespace heddle::analysis {

struct UnrecordedEffects {
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8> unseen;  // blocks with an effect that leaves no event
  // Private memory that is written and lives on from iteration to iteration, a few
  // words in all: what is in it can be compared.
  llvm::SmallSetVector<llvm::AllocaInst*, 2> objects;
};

UnrecordedEffects unrecordedEffects(const llvm::Loop& loop, const MemoryFacts& memory);

// A variable of the loop that is another one in each iteration: it goes on by a
// constant, perhaps round a ring (`slot = (slot + 1) % kSlots`).
bool isMoved(const llvm::Value& next, const llvm::PHINode& now);

}  // namespace heddle::analysis
