// Loops that make their first access before they begin:
//
//   a = load(x);                 for (;;) {
//   while (f(a)) {                 a = load(x);
//     ...                          if (!f(a)) break;
//     a = load(x);                 ...
//   }                            }
//
// Both make the same accesses in the same order. On the left `a` is a variable
// that changes, on the right an iteration begins with what it finds.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

namespace heddle::analysis {

// The variable, a phi of the header: on every way to the header it is what the
// same load or read-modify-write has found there last, perhaps cast, and nothing
// else uses that. Null if there is none.
llvm::PHINode* peeledAccess(const llvm::Loop& loop);

// The access, and what casts its result, that gives the variable its value at the
// end of `block`; the access comes last.
llvm::SmallVector<llvm::Instruction*, 2> accessAtEnd(const llvm::PHINode& variable, const llvm::BasicBlock& block);

}  // namespace heddle::analysis
