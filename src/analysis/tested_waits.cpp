#include "analysis/tested_waits.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/Instructions.h>

#include <set>
#include <utility>

#include "analysis/library.h"

namespace heddle::analysis {
namespace {

// Looks for a way back.
class Retest {
 public:
  explicit Retest(const llvm::CallBase& wait) : wait_(wait) {}

  bool isFound() {
    if (const auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(&wait_))
      return leadsBack(invoke->getNormalDest()->front(), false);
    return leadsBack(*wait_.getNextNode(), false);
  }

 private:
  // It may not be noticed that one comes there twice.
  bool isPassed(const llvm::Instruction& instruction) const {
    const auto* const call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    if (!call) return llvm::isa<llvm::LoadInst>(instruction) || !instruction.mayWriteToMemory();
    const llvm::Function* const callee = call->getCalledFunction();
    return callee && (callee->isIntrinsic() || !callee->isDeclaration());
  }

  bool leadsBack(const llvm::Instruction& from, bool isTested) {
    for (const llvm::Instruction* next = &from; next; next = next->getNextNode()) {
      if (next == &wait_) return isTested;
      if (!isPassed(*next)) return false;
    }
    const llvm::BasicBlock& block = *from.getParent();
    // One way of an assertion leads nowhere.
    const auto isWay = [](const llvm::BasicBlock* other) {
      return !llvm::isa<llvm::UnreachableInst>(other->getTerminator());
    };
    isTested |= llvm::count_if(llvm::successors(&block), isWay) > 1;
    return llvm::any_of(llvm::successors(&block), [&](const llvm::BasicBlock* other) {
      return seen_.emplace(other, isTested).second && leadsBack(other->front(), isTested);
    });
  }

  const llvm::CallBase& wait_;
  std::set<std::pair<const llvm::BasicBlock*, bool>> seen_;
};

}  // namespace

bool isUntestedWait(const llvm::CallBase& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  return callee && factsOf(*callee).waitsForSignal && !Retest(call).isFound();
}

}  // namespace heddle::analysis
