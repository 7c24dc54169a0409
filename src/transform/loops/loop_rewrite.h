// A loop, and what the passes over loops have made of it so far.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include <vector>

#include "analysis/loops/purity.h"

namespace heddle::transform {

// One, or its copies where several ways lead to it (early_assumes.h).
using Assumes = llvm::SmallVector<llvm::CallInst*, 2>;

// A loop and what was made of it.
struct LoopRewrite {
  llvm::Loop* loop;
  analysis::LoopPurity purity;
  std::vector<Assumes> assumes;          // for each of purity.cases
  bool isChecked = false;                // an iteration is judged when it is over (iteration_checks.h)
  llvm::CallInst* rolledBack = nullptr;  // the assume of a loop that rolls back what it does (rolled_back_additions.h)
};

using AssumeSet = llvm::SmallPtrSet<const llvm::CallInst*, 8>;

}  // namespace heddle::transform
