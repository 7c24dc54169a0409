#include "analysis/slice/waiting_loops.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include "analysis/library.h"

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

// Whether nothing else in the loop may write: then a word that has changed was changed by others.
bool isOnlyWriter(const llvm::AtomicCmpXchgInst& exchange, const llvm::Loop& loop) {
  const auto writesElse = [&](const llvm::Instruction& instruction) {
    if (&instruction == &exchange || llvm::isa<llvm::LoadInst>(instruction)) return false;
    const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call && (call->isLifetimeStartOrEnd() || call->isAssumeLikeIntrinsic())) return false;
    const auto* const store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
    if (store && !store->isAtomic()) return false;  // it would race with the exchange
    return instruction.mayWriteToMemory();
  };
  return llvm::none_of(loop.blocks(), [&](const llvm::BasicBlock* block) { return llvm::any_of(*block, writesElse); });
}

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
    return isOnlyWriter(*exchange, loop) && loop.isLoopInvariant(exchange->getPointerOperand()) &&
           llvm::all_of(latches, comesAfter) && isFresh(*exchange->getCompareOperand(), *exchange, loop);
  });
}

// What others cannot notice, nor tell anything by.
bool isSilent(const llvm::CallBase& call) {
  if (llvm::isa<llvm::IntrinsicInst>(call)) return true;
  const llvm::Function* const callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration()) return false;
  const core::library::Facts& facts = factsOf(*callee);
  return facts.isPure || facts.printsText || facts.effect == core::library::Effect::Prints ||
         facts.effect == core::library::Effect::Allocates || call.doesNotReturn();
}

bool maySynchronise(const llvm::Instruction& instruction) {
  const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return instruction.isAtomic() || (call && !isSilent(*call));
}

using Blocks = llvm::SmallPtrSet<const llvm::BasicBlock*, 8>;

// Whether the branch at the end of the block may lead out of the loop, or back to its header without having met the
// other way again.
bool decidesOnEnd(const llvm::BasicBlock& block, const llvm::Loop& loop,
                  const llvm::PostDominatorTree& postDominators) {
  if (block.getTerminator()->getNumSuccessors() < 2) return false;
  const auto* const node = postDominators.getNode(&block);
  const auto* const next = node ? node->getIDom() : nullptr;
  const llvm::BasicBlock* const meeting = next ? next->getBlock() : nullptr;
  if (!meeting || !loop.contains(meeting)) return true;
  Blocks seen;
  llvm::SmallVector<const llvm::BasicBlock*, 8> work(llvm::successors(&block));
  while (!work.empty()) {
    const llvm::BasicBlock* const at = work.pop_back_val();
    if (at == meeting || !seen.insert(at).second) continue;
    if (at == loop.getHeader()) return true;
    work.append(llvm::succ_begin(at), llvm::succ_end(at));
  }
  return false;
}

// Those between the block and what dominates it, which decide from where it is entered.
Blocks blocksThatChoose(const llvm::BasicBlock& block, const llvm::DominatorTree& dominators) {
  Blocks found;
  const auto* const node = dominators.getNode(&block);
  const llvm::BasicBlock* const top = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
  llvm::SmallVector<const llvm::BasicBlock*, 8> work(llvm::predecessors(&block));
  while (!work.empty()) {
    const llvm::BasicBlock* const at = work.pop_back_val();
    if (!found.insert(at).second || at == top) continue;
    work.append(llvm::pred_begin(at), llvm::pred_end(at));
  }
  return found;
}

}  // namespace

// Whether what it computes may be what others have done.
bool WaitingLoops::isOfOthers(const llvm::Instruction& instruction, bool synchronises) const {
  if (instruction.isAtomic()) return true;
  if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction)) {
    if (!isSilent(*call)) return true;
    return instruction.mayReadFromMemory() && (synchronises || !plainAccessesRace_);
  }
  const auto* const load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
  if (!load || (!synchronises && plainAccessesRace_)) return false;
  return early_.mayChange(*load);
}

bool WaitingLoops::dependsOnOthers(const llvm::Loop& loop, const llvm::DominatorTree& dominators,
                                   const llvm::PostDominatorTree& postDominators) const {
  llvm::SmallPtrSet<const llvm::Instruction*, 16> seen;
  llvm::SmallVector<const llvm::Instruction*, 16> work;
  const auto add = [&](const llvm::Instruction* instruction) {
    if (loop.contains(instruction) && seen.insert(instruction).second) work.push_back(instruction);
  };
  bool synchronises = false;
  for (const llvm::BasicBlock* block : loop.blocks()) {
    synchronises = synchronises || llvm::any_of(*block, maySynchronise);
    if (decidesOnEnd(*block, loop, postDominators)) add(block->getTerminator());
  }
  while (!work.empty()) {
    const llvm::Instruction* const instruction = work.pop_back_val();
    if (isOfOthers(*instruction, synchronises)) return true;
    for (const llvm::Value* operand : instruction->operand_values())
      if (const auto* source = llvm::dyn_cast<llvm::Instruction>(operand)) add(source);
    if (llvm::isa<llvm::PHINode>(instruction) && instruction->getParent() != loop.getHeader())
      for (const llvm::BasicBlock* block : blocksThatChoose(*instruction->getParent(), dominators))
        add(block->getTerminator());
  }
  return false;
}

bool WaitingLoops::mayWait(const llvm::Loop& loop, const llvm::DominatorTree& dominators,
                           const llvm::PostDominatorTree& postDominators) const {
  return !isRetryLoop(loop, dominators) && dependsOnOthers(loop, dominators, postDominators);
}

}  // namespace heddle::analysis
