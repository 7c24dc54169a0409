#include "analysis/tested_waits.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <set>
#include <utility>

#include "analysis/library.h"

namespace heddle::analysis {
namespace {

// Looks for a way back on which what was read anew decides, and after which everything is as it was.
class Retest {
 public:
  explicit Retest(const llvm::CallBase& wait)
      : wait_(wait), dominators_(const_cast<llvm::Function&>(*wait.getFunction())) {}

  bool isFound() {
    const auto* const invoke = llvm::dyn_cast<llvm::InvokeInst>(&wait_);
    return leadsBack(invoke ? invoke->getNormalDest()->front() : *wait_.getNextNode(), false);
  }

 private:
  // It may not be noticed that one comes there twice.
  static bool isPassed(const llvm::Instruction& instruction) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call) return llvm::isa<llvm::LoadInst>(instruction) || !instruction.mayWriteToMemory();
    const llvm::Function* const callee = call->getCalledFunction();
    return callee && callee->isIntrinsic() && !call->doesNotReturn();
  }

  // What was known before the wait is the same when one comes there again.
  bool keeps(const llvm::BasicBlock& from, const llvm::BasicBlock& to) const {
    return llvm::all_of(to.phis(), [&](const llvm::PHINode& phi) {
      const llvm::Value* const value = phi.getIncomingValueForBlock(&from);
      return value == &phi || value == &wait_ || !dominators_.dominates(&phi, &wait_);
    });
  }

  // One that an assertion ends with.
  static bool fails(const llvm::BasicBlock& block) {
    const auto* const call = llvm::dyn_cast_or_null<llvm::CallBase>(block.getTerminator()->getPrevNode());
    const llvm::Function* const callee = call ? call->getCalledFunction() : nullptr;
    return callee && factsOf(*callee).fails != core::library::Fails::Never;
  }

  // On what was read since.
  bool depends(const llvm::Value& condition, unsigned depth) const {
    const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(&condition);
    if (!instruction || depth == 0) return false;
    if (read_.contains(instruction)) return true;
    return llvm::any_of(instruction->operands(), [&](const llvm::Use& use) { return depends(*use, depth - 1); });
  }

  bool leadsBack(const llvm::Instruction& from, bool isTested) {
    for (const llvm::Instruction* next = &from; next; next = next->getNextNode()) {
      if (next == &wait_) return isTested;
      if (!isPassed(*next)) return false;
      if (llvm::isa<llvm::LoadInst>(next)) read_.insert(next);
    }
    const llvm::BasicBlock& block = *from.getParent();
    if (llvm::any_of(llvm::successors(&block), [](const llvm::BasicBlock* other) { return fails(*other); }))
      return false;
    const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    constexpr unsigned kDeepest = 8;
    isTested |= branch && branch->isConditional() && depends(*branch->getCondition(), kDeepest);
    return llvm::any_of(llvm::successors(&block), [&](const llvm::BasicBlock* other) {
      return keeps(block, *other) && seen_.emplace(other, isTested).second && leadsBack(other->front(), isTested);
    });
  }

  const llvm::CallBase& wait_;
  const llvm::DominatorTree dominators_;
  std::set<const llvm::Instruction*> read_;
  std::set<std::pair<const llvm::BasicBlock*, bool>> seen_;
};

}  // namespace

bool isUntestedWait(const llvm::CallBase& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  return callee && factsOf(*callee).waitsForSignal && !Retest(call).isFound();
}

}  // namespace heddle::analysis
