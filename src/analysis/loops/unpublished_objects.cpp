#include "analysis/loops/unpublished_objects.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>

#include "analysis/condition.h"
#include "analysis/program_calls.h"
#include "analysis/underlying_object.h"

namespace heddle::analysis {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;

// What a use of an address, or of what was computed from it, does with it.
enum class Usage { Keeps, Derives, Publishes };

Usage usageOf(const llvm::Use& use) {
  const auto* const user = llvm::cast<Instruction>(use.getUser());
  const unsigned operand = use.getOperandNo();
  const auto keepsIf = [](bool keeps) { return keeps ? Usage::Keeps : Usage::Publishes; };
  if (llvm::isa<llvm::GetElementPtrInst>(user)) return operand == 0 ? Usage::Derives : Usage::Publishes;
  if (llvm::isa<llvm::BitCastInst, llvm::PtrToIntInst>(user)) return Usage::Derives;
  if (llvm::isa<llvm::LoadInst, llvm::ICmpInst, llvm::MemIntrinsic>(user)) return Usage::Keeps;
  if (llvm::isa<llvm::StoreInst>(user)) return keepsIf(operand == llvm::StoreInst::getPointerOperandIndex());
  if (llvm::isa<llvm::AtomicRMWInst>(user)) return keepsIf(operand == llvm::AtomicRMWInst::getPointerOperandIndex());
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(user))
    return keepsIf(use.get() != exchange->getNewValOperand());
  return Usage::Publishes;
}

// The ways on from an instruction that has published the object, until there is
// another one.
class Afterwards {
 public:
  Afterwards(const Instruction& publication, const Instruction& allocation, const Instruction& store)
      : publication_(publication), allocation_(allocation), store_(store) {
    // A compare-exchange that has failed has published nothing.
    if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&publication))
      isPossible_ = success_.addSuccess(const_cast<llvm::AtomicCmpXchgInst&>(*exchange), true);
  }

  bool leadToStore() {
    if (!isPossible_) return true;
    if (publication_.isTerminator())
      goOn(publication_);
    else if (follow(*publication_.getNextNode()))
      return true;
    while (!open_.empty())
      if (follow(open_.pop_back_val()->front())) return true;
    return false;
  }

 private:
  // To the end of the block. Back at the publication it is not known any more
  // which of the two the conditions are about.
  bool follow(const Instruction& from) {
    for (const Instruction* next = &from; next; next = next->getNextNode()) {
      if (next == &store_ || next == &publication_) return true;
      if (next == &allocation_) return false;
      if (next->isTerminator()) goOn(*next);
    }
    return false;
  }

  void goOn(const Instruction& end) {
    const auto* const branch = llvm::dyn_cast<llvm::BranchInst>(&end);
    for (unsigned i = 0; i < end.getNumSuccessors(); ++i) {
      Conjunction taken = success_;
      if (branch && branch->isConditional() && !taken.addTruth(branch->getCondition(), i == 0)) continue;
      if (seen_.insert(end.getSuccessor(i)).second) open_.push_back(end.getSuccessor(i));
    }
  }

  const Instruction& publication_;
  const Instruction& allocation_;
  const Instruction& store_;
  Conjunction success_;
  bool isPossible_ = true;
  llvm::SmallPtrSet<const BasicBlock*, 16> seen_;
  llvm::SmallVector<const BasicBlock*, 16> open_;
};

}  // namespace

bool isToUnpublished(const llvm::StoreInst& store) {
  const auto* const allocation = llvm::dyn_cast<llvm::CallBase>(underlyingObject(store.getPointerOperand()));
  if (!allocation || !makesNewObject(*allocation)) return false;
  llvm::SmallPtrSet<const llvm::Value*, 8> seen{allocation};
  llvm::SmallVector<const llvm::Value*, 8> open{allocation};
  while (!open.empty()) {
    for (const llvm::Use& use : open.pop_back_val()->uses()) {
      const Usage usage = usageOf(use);
      const auto& user = *llvm::cast<Instruction>(use.getUser());
      if (usage == Usage::Derives && seen.insert(&user).second) open.push_back(&user);
      if (usage == Usage::Publishes && Afterwards(user, *allocation, store).leadToStore()) return false;
    }
  }
  return true;
}

}  // namespace heddle::analysis
