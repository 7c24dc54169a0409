#include "analysis/loop_bounds.h"

#include <llvm/IR/Module.h>
#include <llvm/TargetParser/Triple.h>

namespace heddle::analysis {

LoopBounds::LoopBounds(llvm::Function& function, llvm::DominatorTree& dominators, llvm::LoopInfo& loops)
    : libraries_(llvm::Triple(function.getParent()->getTargetTriple())),
      library_(libraries_),
      assumptions_(function),
      evolution_(function, library_, assumptions_, dominators, loops) {}

bool LoopBounds::ends(const llvm::Loop& loop) {
  return !llvm::isa<llvm::SCEVCouldNotCompute>(evolution_.getSymbolicMaxBackedgeTakenCount(&loop));
}

}  // namespace heddle::analysis
