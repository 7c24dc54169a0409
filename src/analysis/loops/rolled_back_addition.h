// Loops that add to a word, find that they came too early, and take it back:
//
//   while (fetch_sub(x, 1) <= 0) {               // a reader that finds a writer
//     fetch_add(x, 1);
//     while (load(x) <= 0) ;
//   }
//
// An iteration that fails adds nothing in the end. What others make of the word
// meanwhile is not known here: whoever waits instead of trying in vain has to
// examine all of its accesses (explore/rolled_back_additions.h).
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <optional>

#include "analysis/loops/memory_facts.h"

namespace heddle::analysis {

struct RolledBackAddition {
  llvm::AtomicRMWInst* attempt;  // adds or subtracts; its result decides on the branch after it, and on nothing else
  llvm::BranchInst* branch;      // leaves the loop, and is the only one to do so
  bool leavesIf;                 // the condition of the branch
  // The thread may be stopped after a failed attempt by an assume of the program's.
  bool assumes = false;
};

// Whether all iterations of the loop that come back to its header are such attempts
// that have failed and were rolled back, and whoever waits between two of them is
// let go on at the latest when an attempt would succeed.
std::optional<RolledBackAddition> rolledBackAddition(const llvm::Loop& loop, const llvm::DominatorTree& dominators,
                                                     const MemoryFacts& memory);

}  // namespace heddle::analysis
