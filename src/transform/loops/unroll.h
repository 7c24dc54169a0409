// Bounds on loops.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>

#include <optional>

#include "base/result.h"
#include "transform/context.h"
#include "transform/loops/loop_options.h"

namespace heddle::transform {

// Lets loops count their iterations, anew each time they are entered; whoever
// completes more than allowed is stopped. Loops of which the compiler knows
// that they end are left alone unless they are named, and pure iterations are
// never completed. What has no bound is examined once in many iterations, if that
// is wanted (runtime/loops/repetition.h). Changes the control flow graph of the function.
class Unroller {
 public:
  Unroller(const LoopOptions& options, Context& context)
      : options_(options), context_(context), used_(options.unrollLoops.size()) {}

  void bound(llvm::Function& function, llvm::LoopInfo& loops, llvm::DominatorTree& dominators);

  // Once all functions are done: a bound that named no loop.
  std::optional<Diagnostic> unusedBound() const;

 private:
  std::optional<unsigned> namedBound(const llvm::Loop& loop);
  void limit(const llvm::Loop& loop, unsigned iterations, llvm::LoopInfo& loops);
  void watch(const llvm::Loop& loop, llvm::LoopInfo& loops);

  const LoopOptions& options_;
  Context& context_;
  std::vector<bool> used_;
};

}  // namespace heddle::transform
