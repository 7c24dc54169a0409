#include "transform/undone_additions.h"

#include <llvm/IR/IRBuilder.h>

#include "transform/loop_notes.h"

namespace heddle::transform {
namespace {

constexpr char kUndone[] = "heddle.undone";

}  // namespace

UndoneAdditions findUndoneAdditions(const llvm::LoopInfo& loops, const llvm::DominatorTree& dominators,
                                    const analysis::MemoryFacts& memory) {
  UndoneAdditions found;
  for (const llvm::Loop* loop : loops.getLoopsInPreorder())
    if (const auto addition = analysis::undoneAddition(*loop, dominators, memory)) found.emplace_back(loop, *addition);
  return found;
}

void assumeSuccess(const UndoneAdditions& additions, std::vector<LoopRewrite>& rewrites, Context& context) {
  for (const auto& [loop, addition] : additions) {
    llvm::IRBuilder<> builder(addition.branch);
    builder.SetCurrentDebugLocation(addition.attempt->getDebugLoc());
    llvm::Value* succeeds = addition.branch->getCondition();
    if (!addition.leavesIf) succeeds = builder.CreateNot(succeeds);
    LoopRewrite& rewrite = *llvm::find_if(rewrites, [&, of = loop](const LoopRewrite& one) { return one.loop == of; });
    rewrite.undone = createPureRound(builder, succeeds, siteOf(*loop, context), {.isExact = true}, context);
    auto* const stops = llvm::ConstantAsMetadata::get(builder.getInt1(addition.assumes));
    rewrite.undone->setMetadata(kUndone, llvm::MDNode::get(builder.getContext(), {stops}));
  }
}

bool isOfUndone(const llvm::CallInst& assume) { return assume.getMetadata(kUndone) != nullptr; }

bool mayBeStopped(const llvm::CallInst& assume) {
  return !llvm::mdconst::extract<llvm::ConstantInt>(assume.getMetadata(kUndone)->getOperand(0))->isZero();
}

}  // namespace heddle::transform
