// Loops in which a thread may wait for others: those that may go on or end depending on
// what others do in the meantime.
//
// A loop does not wait if
//   - all it decides on was computed in registers, from memory that nobody writes once there are threads, or
//     from memory that others cannot write without a race as long as the loop does not
//     synchronise; or
//   - it goes on only if somebody else has changed a word since it looked at it:
//       do { old = x; ... } while (!compare_exchange(&x, &old, new));
//     Then each iteration in vain means that another thread made progress.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>

#include "analysis/slice/early_code.h"

namespace heddle::analysis {

class WaitingLoops {
 public:
  // `plainAccessesRace`: otherwise others may write at any time what is read plainly.
  WaitingLoops(const ProgramMemory& memory, bool plainAccessesRace)
      : early_(memory), plainAccessesRace_(plainAccessesRace) {}

  bool mayWait(const llvm::Loop& loop, const llvm::DominatorTree& dominators,
               const llvm::PostDominatorTree& postDominators) const;

 private:
  bool dependsOnOthers(const llvm::Loop& loop, const llvm::DominatorTree& dominators,
                       const llvm::PostDominatorTree& postDominators) const;
  bool isOfOthers(const llvm::Instruction& instruction, bool synchronises) const;

  const EarlyCode early_;
  const bool plainAccessesRace_;
};

}  // namespace heddle::analysis
