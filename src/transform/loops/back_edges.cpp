// Every cycle of the control flow graph, reducible or not, has an edge that a
// depth-first search sees as going back. The block it starts from counts; it
// counts the last iteration too, which does not matter.
#include "transform/loops/back_edges.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

namespace heddle::transform {

void countBackEdges(llvm::Function& function, Context& context) {
  llvm::SmallVector<std::pair<const llvm::BasicBlock*, const llvm::BasicBlock*>, 8> edges;
  llvm::FindFunctionBackedges(function, edges);
  llvm::SmallSetVector<llvm::BasicBlock*, 8> latches;
  for (const auto& [from, to] : edges) latches.insert(const_cast<llvm::BasicBlock*>(from));
  for (llvm::BasicBlock* latch : latches) {
    llvm::Instruction* end = latch->getTerminator();
    llvm::ConstantInt* site = context.site(*end, {});
    llvm::IRBuilder<> builder(end);
    llvm::Value* left = builder.CreateLoad(builder.getInt64Ty(), context.symbols.budget);
    left = builder.CreateSub(left, builder.getInt64(1));
    builder.CreateStore(left, context.symbols.budget);
    llvm::Value* spent = builder.CreateICmpSLT(left, builder.getInt64(0));
    llvm::Instruction* limit = llvm::SplitBlockAndInsertIfThen(spent, end, /*Unreachable=*/false, context.unlikely());
    builder.SetInsertPoint(limit);
    builder.SetCurrentDebugLocation(end->getDebugLoc());
    builder.CreateCall(context.symbols.loopLimit, {site});
  }
}

}  // namespace heddle::transform
