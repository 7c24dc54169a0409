#include "analysis/slice/retry_loops.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/PatternMatch.h>

namespace heddle::analysis {
namespace {

using namespace llvm::PatternMatch;

// The compare-exchange that the branch asks whether it succeeded, where it goes on if it did.
const llvm::AtomicCmpXchgInst* exchangeOf(const llvm::BranchInst& branch, const llvm::BasicBlock*& onSuccess) {
  const llvm::Value* condition = branch.getCondition();
  bool isNegated = false;
  if (const llvm::Value * inner; match(condition, m_Not(m_Value(inner)))) {
    condition = inner;
    isNegated = true;
  }
  const auto* const bit = llvm::dyn_cast<llvm::ExtractValueInst>(condition);
  if (!bit || bit->getIndices() != llvm::ArrayRef<unsigned>{1U}) return nullptr;
  onSuccess = branch.getSuccessor(isNegated ? 1 : 0);
  return llvm::dyn_cast<llvm::AtomicCmpXchgInst>(bit->getAggregateOperand());
}

bool isFoundBy(const llvm::Value& value, const llvm::AtomicCmpXchgInst& exchange) {
  const auto* const part = llvm::dyn_cast<llvm::ExtractValueInst>(&value);
  return part && part->getAggregateOperand() == &exchange && part->getIndices() == llvm::ArrayRef<unsigned>{0U};
}

// Whether in each iteration but the first it is what the word held in that iteration, or at the end of the last.
bool isFresh(const llvm::Value& expected, const llvm::AtomicCmpXchgInst& exchange, const llvm::Loop& loop) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&expected))
    return loop.contains(load) && load->getPointerOperand() == exchange.getPointerOperand();
  const auto* const phi = llvm::dyn_cast<llvm::PHINode>(&expected);
  if (!phi || phi->getParent() != loop.getHeader()) return false;
  return llvm::all_of(phi->blocks(), [&](const llvm::BasicBlock* from) {
    return !loop.contains(from) || isFoundBy(*phi->getIncomingValueForBlock(from), exchange);
  });
}

}  // namespace

bool isRetryLoop(const llvm::Loop& loop, const llvm::DominatorTree& dominators) {
  llvm::SmallVector<llvm::BasicBlock*, 2> latches;
  loop.getLoopLatches(latches);
  return llvm::any_of(loop.blocks(), [&](const llvm::BasicBlock* block) {
    const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    if (!branch || !branch->isConditional()) return false;
    const llvm::BasicBlock* onSuccess = nullptr;
    const llvm::AtomicCmpXchgInst* const exchange = exchangeOf(*branch, onSuccess);
    if (!exchange || loop.contains(onSuccess) || !loop.contains(exchange)) return false;
    // It is the one of this iteration, which the loop does not go round without.
    const auto comesAfter = [&](const llvm::BasicBlock* latch) { return dominators.dominates(block, latch); };
    return loop.isLoopInvariant(exchange->getPointerOperand()) && llvm::all_of(latches, comesAfter) &&
           isFresh(*exchange->getCompareOperand(), *exchange, loop);
  });
}

}  // namespace heddle::analysis
