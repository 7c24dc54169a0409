// Loops that go on only if somebody else has changed a word since they looked at it:
//
//   do { old = x; ... } while (!compare_exchange(&x, &old, new));
//
// Whoever is in one does not wait: each iteration in vain means that another thread
// made progress. That it ends is as sure as that the others do.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

namespace heddle::analysis {

bool isRetryLoop(const llvm::Loop& loop, const llvm::DominatorTree& dominators);

}  // namespace heddle::analysis
