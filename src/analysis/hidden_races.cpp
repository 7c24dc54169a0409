#include "analysis/hidden_races.h"

#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "analysis/late_writes.h"

namespace heddle::analysis {
namespace {

using llvm::BasicBlock;
using llvm::Instruction;

llvm::StringRef calleeName(const Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee ? callee->getName() : "";
}

bool isWeak(const Instruction& instruction) {
  using llvm::AtomicOrdering;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->isAtomic() && !llvm::isAcquireOrStronger(load->getOrdering());
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return store->isAtomic() && !llvm::isReleaseOrStronger(store->getOrdering());
  const auto isBoth = [](AtomicOrdering order) {
    return llvm::isAcquireOrStronger(order) && llvm::isReleaseOrStronger(order);
  };
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) return !isBoth(update->getOrdering());
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return !isBoth(exchange->getSuccessOrdering()) || !llvm::isAcquireOrStronger(exchange->getFailureOrdering());
  // Who fails to take a lock learns that it is taken, and nothing else.
  const llvm::StringRef name = calleeName(instruction);
  return name.contains("trylock") || name.contains("timedlock");
}

const llvm::Value* pointerOf(const Instruction& instruction) {
  if (const auto* update = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) return update->getPointerOperand();
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return exchange->getPointerOperand();
  return llvm::getLoadStorePointerOperand(&instruction);
}

llvm::Type* typeOf(const Instruction& instruction) {
  if (const auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction))
    return exchange->getNewValOperand()->getType();
  return llvm::isa<llvm::StoreInst>(instruction) ? instruction.getOperand(0)->getType() : instruction.getType();
}

bool sameMemory(const Instruction& x, const Instruction& y) {
  const llvm::DataLayout& layout = x.getDataLayout();
  if (!pointerOf(x) || !pointerOf(y)) return false;
  if (layout.getTypeStoreSize(typeOf(x)) != layout.getTypeStoreSize(typeOf(y))) return false;
  llvm::APInt xOffset(64, 0), yOffset(64, 0);
  const auto* xBase = pointerOf(x)->stripAndAccumulateConstantOffsets(layout, xOffset, /*AllowNonInbounds=*/true);
  const auto* yBase = pointerOf(y)->stripAndAccumulateConstantOffsets(layout, yOffset, /*AllowNonInbounds=*/true);
  return xBase == yBase && xOffset == yOffset;
}

class Rounds {
 public:
  Rounds(const llvm::Loop& loop, const MemoryFacts& memory) : loop_(loop), memory_(memory), effects_(loop, memory) {
    findFirst();
  }

  // Backwards from `last` to the header.
  bool mayHide(const Instruction& last) {
    return anyUpTo(last, [&](const Instruction& access) {
      return mayRace(access) && !llvm::any_of(first_, [&](const Instruction* x) { return sameMemory(*x, access); }) &&
             anyUpTo(access, [&](const Instruction& before) { return &before != &access && isEvent(before); });
    });
  }

 private:
  // What each round does first, up to an event.
  void findFirst() {
    llvm::SmallPtrSet<const BasicBlock*, 8> seen;
    for (const BasicBlock* block = loop_.getHeader(); block && loop_.contains(block) && seen.insert(block).second;
         block = block->getSingleSuccessor()) {
      for (const Instruction& instruction : *block) {
        if (pointerOf(instruction)) first_.push_back(&instruction);
        if (isEvent(instruction)) return;
      }
    }
  }

  // Also a call, since it may contain one; but not what this tool has inserted.
  bool isEvent(const Instruction& instruction) const {
    if (instruction.isAtomic()) return true;
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call && !llvm::isa<llvm::IntrinsicInst>(call) && !isDelay(*call, memory_) &&
           !calleeName(*call).starts_with("__heddle_");
  }

  bool mayRace(const Instruction& instruction) {
    return instruction.mayReadFromMemory() && effects_.of(const_cast<Instruction&>(instruction)).mayFail &&
           memory_.lateWrites->mayConflict(instruction);
  }

  // Whether `test` holds for an instruction on a way from the header to `last`,
  // that included.
  template <typename Test>
  bool anyUpTo(const Instruction& last, Test test) const {
    llvm::SmallPtrSet<const BasicBlock*, 16> seen;
    llvm::SmallVector<const BasicBlock*, 16> open;
    const auto reach = [&](const BasicBlock* block) {
      if (block == loop_.getHeader()) return;
      for (const BasicBlock* before : llvm::predecessors(block))
        if (seen.insert(before).second) open.push_back(before);
    };
    for (const Instruction* instruction = &last; instruction; instruction = instruction->getPrevNode())
      if (test(*instruction)) return true;
    reach(last.getParent());
    while (!open.empty()) {
      const BasicBlock* block = open.pop_back_val();
      if (llvm::any_of(*block, test)) return true;
      reach(block);
    }
    return false;
  }

  const llvm::Loop& loop_;
  const MemoryFacts& memory_;
  LoopEffects effects_;
  llvm::SmallVector<const Instruction*, 4> first_;
};

}  // namespace

bool hasWeakAccesses(const llvm::Module& module) {
  for (const llvm::Function& function : module)
    if (llvm::any_of(llvm::instructions(function), isWeak)) return true;
  return false;
}

bool mayHideRace(const llvm::Loop& loop, const llvm::Instruction& last, const MemoryFacts& memory) {
  return memory.plainAccessesRace && memory.lateWrites && Rounds(loop, memory).mayHide(last);
}

}  // namespace heddle::analysis
