#include "analysis/loops/after_exchange.h"

#include <llvm/ADT/APInt.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/DataLayout.h>

#include "analysis/condition.h"

namespace heddle::analysis {
namespace {

using llvm::BasicBlock;

// Where a block goes with this outcome; null: it depends on more.
BasicBlock* wayAfter(const llvm::Instruction& end, const Conjunction& outcome) {
  const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(&end);
  if (!branch) return nullptr;
  if (!branch->isConditional()) return branch->getSuccessor(0);
  const auto canBe = [&](bool value) {
    Conjunction both = outcome;
    return both.addTruth(branch->getCondition(), value);
  };
  if (!canBe(true)) return branch->getSuccessor(1);
  return canBe(false) ? nullptr : branch->getSuccessor(0);
}

}  // namespace

llvm::Value* withoutCasts(llvm::Value* value) {
  while (llvm::isa<llvm::IntToPtrInst, llvm::PtrToIntInst, llvm::BitCastInst>(value))
    value = llvm::cast<llvm::Instruction>(value)->getOperand(0);
  return value;
}

const llvm::Value* commonBase(const llvm::DataLayout& layout, const llvm::Value* x, const llvm::Value* y) {
  llvm::APInt left(layout.getIndexTypeSizeInBits(x->getType()), 0), right = left;
  x = x->stripAndAccumulateConstantOffsets(layout, left, /*AllowNonInbounds=*/true);
  y = y->stripAndAccumulateConstantOffsets(layout, right, /*AllowNonInbounds=*/true);
  return x == y && left == right ? x : nullptr;
}

BasicBlock* wayBehind(const llvm::Loop& loop, llvm::AtomicCmpXchgInst& exchange, bool success,
                      llvm::function_ref<bool(llvm::Instruction&)> isHarmless,
                      llvm::SmallVectorImpl<BasicBlock*>* way) {
  Conjunction outcome;
  if (!outcome.addSuccess(exchange, success)) return nullptr;
  llvm::SmallPtrSet<const BasicBlock*, 4> passed;
  llvm::Instruction* next = exchange.getNextNode();
  while (true) {
    for (; !next->isTerminator(); next = next->getNextNode())
      if (!isHarmless(*next)) return nullptr;
    if (way) way->push_back(next->getParent());
    BasicBlock* const block = wayAfter(*next, outcome);
    if (!block || block == loop.getHeader() || !loop.contains(block)) return block;
    if (!passed.insert(block).second) return nullptr;
    next = &block->front();
  }
}

}  // namespace heddle::analysis
