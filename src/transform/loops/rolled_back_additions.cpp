#include "transform/loops/rolled_back_additions.h"

#include <llvm/IR/IRBuilder.h>

#include "transform/loops/loop_place.h"
#include "transform/loops/purity_assumes.h"

namespace heddle::transform {
namespace {

constexpr char kRolledBack[] = "heddle.rolled-back";

}  // namespace

RolledBackAdditions findRolledBackAdditions(const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators,
                                            const analysis::MemoryFacts& memory) {
  RolledBackAdditions found;
  for (const llvm::Loop* loop : loops.getLoopsInPreorder())
    if (const auto addition = analysis::rolledBackAddition(*loop, dominators, memory))
      found.emplace_back(loop, *addition);
  return found;
}

void assumeSuccess(const RolledBackAdditions& additions, std::vector<LoopRewrite>& rewrites, Context& context) {
  for (const auto& [loop, addition] : additions) {
    llvm::IRBuilder<> builder(addition.branch);
    builder.SetCurrentDebugLocation(addition.attempt->getDebugLoc());
    llvm::Value* succeeds = addition.branch->getCondition();
    if (!addition.leavesIf) succeeds = builder.CreateNot(succeeds);
    LoopRewrite& rewrite = *llvm::find_if(rewrites, [&, of = loop](const LoopRewrite& one) { return one.loop == of; });
    rewrite.rolledBack = createPureIteration(builder, succeeds, siteOf(*loop, context, /*leavesOutIterations=*/true),
                                             {.isExact = true}, context);
    auto* const stops = llvm::ConstantAsMetadata::get(builder.getInt1(addition.assumes));
    rewrite.rolledBack->setMetadata(kRolledBack, llvm::MDNode::get(builder.getContext(), {stops}));
  }
}

bool isOfRolledBack(const llvm::CallInst& assume) { return assume.getMetadata(kRolledBack) != nullptr; }

bool mayBeStopped(const llvm::CallInst& assume) {
  return !llvm::mdconst::extract<llvm::ConstantInt>(assume.getMetadata(kRolledBack)->getOperand(0))->isZero();
}

}  // namespace heddle::transform
