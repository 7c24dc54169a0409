// How often the loops of a function iterate, as far as the compiler can tell.
#pragma once

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetLibraryInfo.h>

#include "analysis/loops/memory_facts.h"

namespace heddle::analysis {

class LoopBounds {
 public:
  LoopBounds(llvm::Function& function, llvm::DominatorTree& dominators, llvm::LoopInfo& loops);

  // Whether it ends, whatever the variables are that it begins with.
  bool ends(const llvm::Loop& loop);
  // Whether it ends after a number of iterations that is known now.
  bool endsEarly(const llvm::Loop& loop) { return evolution_.getSmallConstantMaxTripCount(&loop) != 0; }

 private:
  llvm::TargetLibraryInfoImpl libraries_;
  llvm::TargetLibraryInfo library_;
  llvm::AssumptionCache assumptions_;
  llvm::ScalarEvolution evolution_;
};

// Whether there are loops that are not known as such: with more than one way in.
bool hasHiddenLoops(const llvm::Function& function, const llvm::LoopInfo& loops);

// The branches that end those inner loops that may run for ever. Where volatile variables of its own may decide on
// that, the function is copied for each of its loops that have inner ones, unless it has too many instructions, times
// loops.
inline constexpr std::size_t kMostCopied = 100'000;
using Branches = llvm::SmallPtrSet<const llvm::Instruction*, 4>;
Branches endsInDoubt(const llvm::Loop& outer, const MemoryFacts& memory);

}  // namespace heddle::analysis
