// Rounds of a loop that have no effect are not taken.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

#include "analysis/loops/purity.h"
#include "transform/context.h"

namespace heddle::transform {

// One, or its copies where several ways lead to it (early_assumes.h).
using Assumes = llvm::SmallVector<llvm::CallInst*, 2>;

// A loop and what was made of it.
struct LoopRewrite {
  llvm::Loop* loop;
  analysis::LoopPurity purity;
  std::vector<Assumes> assumes;      // for each of purity.cases
  bool isChecked = false;            // what a round did is looked at when it is over (iteration_checks.h)
  llvm::CallInst* undone = nullptr;  // the assume of a loop that takes back what it does (rolled_back_additions.h)
};

// Inserts assume(not c) for each case c in which a round is pure, at the first
// place where that is known. Does not change the control flow graph.
std::vector<LoopRewrite> blockPureIterations(const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators,
                                             const analysis::MemoryFacts& memory, Context& context);

// An assume that fails where a round has no effect: the thread stops there unless it is `impure`.
struct PureIterationFacts {
  bool isExact = false;
  bool mayHideRace = false;
};
llvm::CallInst* createPureIteration(llvm::IRBuilder<>& builder, llvm::Value* impure, llvm::ConstantInt* site,
                                    PureIterationFacts facts, Context& context);

// Whether the assume was inserted here: when it fails, the round it stands in
// has done nothing. Whether it is exact, or may hide a race (analysis::PureCase).
// Where the loop is.
bool isPurityAssume(const llvm::CallInst& assume);
bool isExactAssume(const llvm::CallInst& assume);
bool mayHideRace(const llvm::CallInst& assume);
SiteId loopOf(const llvm::CallInst& assume);

}  // namespace heddle::transform
