// Parts of a loop that only take time, as in
//
//   for (int pause = 1; !atomic_load(&flag); pause *= 2)
//     for (int i = 0; i < pause; ++i) sched_yield();
//
// Nothing that others can observe, or that decides on how the loop goes on,
// comes out of them: they need not be explored, and the variables that say how
// long they take may change from iteration to iteration.
//
// Follows   Cytron et al., "Efficiently computing static single assignment form
//           and the control dependence graph" (1991), section 7.1: dead code,
//           with control dependence. What matters are accesses to memory that
//           others can reach, what leaves the loop, and what these depend on.
//           So does what ends an inner loop that is not known to end whatever
//           its variables are (bounds.h), and what runs through the loop
//           itself (`continue`): that could take for ever.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>

#include "analysis/loops/memory_facts.h"

namespace heddle::analysis {

class Delays {
 public:
  Delays(const llvm::Loop& loop, const MemoryFacts& memory);

  // If all that the branch at the end of the block decides on is how long the
  // thread takes: where its ways meet again, inside the iteration. Else null.
  llvm::BasicBlock* after(const llvm::BasicBlock& block) const { return behind_.lookup(&block); }
  // Whether the block lies between such a branch and there.
  bool isInside(const llvm::BasicBlock& block) const { return inside_.contains(&block); }
  // Whether the instruction writes to memory of the thread's own, and nothing
  // but how long it takes depends on that.
  bool isIdle(const llvm::Instruction& write) const { return idle_.contains(&write); }
  // Whether a variable of the loop decides on nothing else.
  bool onlyDelays(const llvm::PHINode& variable) const { return variables_.contains(&variable); }

 private:
  llvm::DenseMap<const llvm::BasicBlock*, llvm::BasicBlock*> behind_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 8> inside_;
  llvm::SmallPtrSet<const llvm::Instruction*, 4> idle_;
  llvm::SmallPtrSet<const llvm::PHINode*, 4> variables_;
};

}  // namespace heddle::analysis
