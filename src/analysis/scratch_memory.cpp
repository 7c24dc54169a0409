#include "analysis/scratch_memory.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IntrinsicInst.h>

namespace heddle::analysis {
namespace {

enum class Use { None, Reads, Overwrites };

bool isPartOf(const llvm::Value* pointer, const llvm::AllocaInst& object) {
  return pointer->getType()->isPointerTy() && llvm::getUnderlyingObject(pointer) == &object;
}

Use useBy(const llvm::Instruction& instruction, const llvm::AllocaInst& object, std::uint64_t bytes) {
  const llvm::DataLayout& layout = instruction.getDataLayout();
  const auto overwrites = [&](const llvm::Value* pointer, std::uint64_t written) {
    return pointer == &object && written == bytes ? Use::Overwrites : Use::None;
  };
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
    if (!isPartOf(store->getPointerOperand(), object)) return Use::None;
    return overwrites(store->getPointerOperand(), layout.getTypeStoreSize(store->getValueOperand()->getType()));
  }
  if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction)) {
    const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(memory);
    if (copy && isPartOf(copy->getSource(), object)) return Use::Reads;
    if (!isPartOf(memory->getDest(), object)) return Use::None;
    const auto* length = llvm::dyn_cast<llvm::ConstantInt>(memory->getLength());
    return length ? overwrites(memory->getDest(), length->getZExtValue()) : Use::None;
  }
  if (const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    if (intrinsic->getIntrinsicID() == llvm::Intrinsic::lifetime_start && isPartOf(intrinsic->getArgOperand(1), object))
      return Use::Overwrites;
    if (intrinsic->getIntrinsicID() == llvm::Intrinsic::lifetime_end) return Use::None;
  }
  if (llvm::isa<llvm::GetElementPtrInst, llvm::ICmpInst>(instruction)) return Use::None;
  const bool uses =
      llvm::any_of(instruction.operand_values(), [&](const llvm::Value* operand) { return isPartOf(operand, object); });
  return uses ? Use::Reads : Use::None;
}

}  // namespace

bool isLiveAt(const llvm::BasicBlock& block, const llvm::AllocaInst& object) {
  const auto size = object.getAllocationSize(block.getDataLayout());
  if (!size || size->isScalable()) return true;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen{&block};
  llvm::SmallVector<const llvm::BasicBlock*, 16> open{&block};
  while (!open.empty()) {
    const llvm::BasicBlock* next = open.pop_back_val();
    Use use = Use::None;
    for (const llvm::Instruction& instruction : *next) {
      use = useBy(instruction, object, size->getFixedValue());
      if (use != Use::None) break;
    }
    if (use == Use::Reads) return true;
    if (use == Use::Overwrites) continue;
    for (const llvm::BasicBlock* successor : llvm::successors(next)) {
      if (seen.insert(successor).second) open.push_back(successor);
    }
  }
  return false;
}

}  // namespace heddle::analysis
