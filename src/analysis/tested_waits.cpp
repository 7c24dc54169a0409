#include "analysis/tested_waits.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include <set>
#include <vector>

#include "analysis/library.h"

namespace heddle::analysis {
namespace {

// The loop around a wait, if there is one: after the wait nothing is done, and nothing decided, before its header; from
// there to the wait nothing is done either. So whoever is woken and finds everything as it was waits again.
class Retest {
 public:
  explicit Retest(const llvm::CallBase& wait)
      : wait_(wait), dominators_(const_cast<llvm::Function&>(*wait.getFunction())) {}

  bool isFound() {
    const auto* const invoke = llvm::dyn_cast<llvm::InvokeInst>(&wait_);
    return leadsBack(invoke ? invoke->getNormalDest()->front() : *wait_.getNextNode());
  }

 private:
  using Block = llvm::BasicBlock;

  // It may not be noticed that one comes there twice.
  static bool isPassed(const llvm::Instruction& instruction) {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call) return llvm::isa<llvm::LoadInst>(instruction) || !instruction.mayWriteToMemory();
    const llvm::Function* const callee = call->getCalledFunction();
    return callee && callee->isIntrinsic() && !call->doesNotReturn();
  }

  // Up to the wait, if it is there.
  bool arePassed(const llvm::Instruction& from) const {
    for (const llvm::Instruction* next = &from; next && next != &wait_; next = next->getNextNode())
      if (!isPassed(*next)) return false;
    return true;
  }

  // What was known before the wait is the same when one comes there again.
  bool keeps(const Block& from, const Block& header) const {
    return llvm::all_of(header.phis(), [&](const llvm::PHINode& phi) {
      const llvm::Value* const value = phi.getIncomingValueForBlock(&from);
      return value == &phi || (value == &wait_ && isNoneBefore(phi));
    });
  }

  // What the wait returns without a signal, 0, is what was there already.
  bool isNoneBefore(const llvm::PHINode& phi) const {
    return llvm::all_of(phi.incoming_values(), [&](const llvm::Value* value) {
      const auto* const constant = llvm::dyn_cast<llvm::Constant>(value);
      return value == &phi || value == &wait_ ||
             (constant && (constant->isNullValue() || llvm::isa<llvm::UndefValue>(constant)));
    });
  }

  // An assertion ends with it.
  static bool fails(const Block& block) {
    const auto* const call = llvm::dyn_cast_or_null<llvm::CallBase>(block.getTerminator()->getPrevNode());
    const llvm::Function* const callee = call ? call->getCalledFunction() : nullptr;
    return callee && factsOf(*callee).fails != core::library::Fails::Never;
  }

  // Where one goes after a wait that has returned 0; null: that is not known.
  const Block* next(const Block& block) const {
    const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    if (!branch) return nullptr;
    if (branch->isUnconditional()) return branch->getSuccessor(0);
    const auto* const compare = llvm::dyn_cast<llvm::ICmpInst>(branch->getCondition());
    if (!compare || compare->getOperand(0) != &wait_) return nullptr;
    const auto* const with = llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1));
    if (!with) return nullptr;
    const llvm::APInt none(with->getBitWidth(), 0);
    return branch->getSuccessor(llvm::ICmpInst::compare(none, with->getValue(), compare->getPredicate()) ? 0 : 1);
  }

  bool leadsBack(const llvm::Instruction& from) const {
    std::set<const Block*> seen;
    for (const llvm::Instruction* at = &from; arePassed(*at);) {
      const Block& block = *at->getParent();
      const Block* const after = next(block);
      if (!after || !seen.insert(after).second) return false;
      if (dominators_.dominates(after, wait_.getParent())) return keeps(block, *after) && nothingIsDoneFrom(*after);
      at = &after->front();
    }
    return false;
  }

  // On the ways from there to the wait.
  bool nothingIsDoneFrom(const Block& header) const {
    std::set<const Block*> between{wait_.getParent()};
    std::vector<const Block*> left{wait_.getParent()};
    while (!left.empty()) {
      const Block& block = *left.back();
      left.pop_back();
      if (&block == &header) continue;
      for (const Block* before : llvm::predecessors(&block))
        if (between.insert(before).second) left.push_back(before);
    }
    return llvm::all_of(between, [&](const Block* block) {
      return arePassed(block->front()) &&
             (block == wait_.getParent() ||
              llvm::none_of(llvm::successors(block), [](const Block* other) { return fails(*other); }));
    });
  }

  const llvm::CallBase& wait_;
  const llvm::DominatorTree dominators_;
};

}  // namespace

bool isUntestedWait(const llvm::CallBase& call) {
  if (call.isInlineAsm()) return false;
  const auto* const callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  const bool mayWait = !callee || factsOf(*callee).waitsForSignal;  // through a pointer it may be one
  return mayWait && !Retest(call).isFound();
}

}  // namespace heddle::analysis
