#include "transform/mixed_slots.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>

#include <vector>

namespace heddle::transform {
namespace {

constexpr unsigned kMostBits = 128;  // of an atomic access

// The first element is where the whole is.
void dropOffsetsOfNothing(llvm::AllocaInst& slot) {
  for (llvm::User* user : llvm::make_early_inc_range(slot.users())) {
    auto* offset = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
    if (!offset || !offset->hasAllZeroIndices() || offset->getType() != slot.getType()) continue;
    offset->replaceAllUsesWith(&slot);
    offset->eraseFromParent();
  }
}

bool isZero(const llvm::Value* value) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value);
  return number && number->isZero();
}

// clang clears variables that nobody else does.
bool clears(const llvm::Instruction& instruction, const llvm::AllocaInst& slot) {
  const auto* clear = llvm::dyn_cast<llvm::MemSetInst>(&instruction);
  const auto* length = clear ? llvm::dyn_cast<llvm::ConstantInt>(clear->getLength()) : nullptr;
  return length && !clear->isVolatile() && isZero(clear->getValue()) &&
         length->getZExtValue() == slot.getDataLayout().getTypeStoreSize(slot.getAllocatedType());
}

// All accesses to a variable, or nothing if it is used in other ways too.
std::vector<llvm::Instruction*> accessesTo(llvm::AllocaInst& slot) {
  std::vector<llvm::Instruction*> accesses;
  for (const llvm::Use& use : slot.uses()) {
    auto* access = llvm::cast<llvm::Instruction>(use.getUser());
    if (access->isLifetimeStartOrEnd()) continue;
    if (clears(*access, slot)) {
      accesses.push_back(access);
      continue;
    }
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(access);
    const bool isSimple = store ? store->isSimple() && use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex()
                                : llvm::isa<llvm::LoadInst>(access) && llvm::cast<llvm::LoadInst>(access)->isSimple();
    if (!isSimple) return {};
    accesses.push_back(access);
  }
  return accesses;
}

// Whether some have another type than the variable, and all are the integer in other words.
bool areMixed(const std::vector<llvm::Instruction*>& accesses, const llvm::AllocaInst& slot, llvm::Type* integer) {
  const auto isInteger = [&](llvm::Instruction* access) {
    if (llvm::isa<llvm::MemSetInst>(access)) return true;
    return llvm::CastInst::isBitOrNoopPointerCastable(llvm::getLoadStoreType(access), integer, slot.getDataLayout());
  };
  const auto isOther = [&](llvm::Instruction* access) {
    return llvm::isa<llvm::MemSetInst>(access) || llvm::getLoadStoreType(access) != slot.getAllocatedType();
  };
  return llvm::all_of(accesses, isInteger) && llvm::any_of(accesses, isOther);
}

void makeInteger(llvm::Instruction& access, llvm::Type* integer) {
  llvm::IRBuilder<> builder(&access);
  if (auto* clear = llvm::dyn_cast<llvm::MemSetInst>(&access)) {
    builder.CreateStore(llvm::ConstantInt::get(integer, 0), clear->getDest());
    clear->eraseFromParent();
    return;
  }
  if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&access)) {
    store->setOperand(0, builder.CreateBitOrPointerCast(store->getValueOperand(), integer));
    return;
  }
  auto* load = llvm::cast<llvm::LoadInst>(&access);
  if (load->getType() == integer) return;
  llvm::LoadInst* found = builder.CreateAlignedLoad(integer, load->getPointerOperand(), load->getAlign());
  llvm::Value* value = builder.CreateBitOrPointerCast(found, load->getType(), load->getName());
  load->replaceAllUsesWith(value);
  load->eraseFromParent();
}

}  // namespace

bool unmixSlots(llvm::Function& function) {
  const llvm::DataLayout& layout = function.getDataLayout();
  bool hasChanged = false;
  for (llvm::Instruction& instruction : function.getEntryBlock()) {
    auto* slot = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (!slot || !slot->isStaticAlloca() || slot->isArrayAllocation()) continue;
    const llvm::TypeSize bits = layout.getTypeStoreSizeInBits(slot->getAllocatedType());
    if (bits.isScalable() || bits == 0 || bits > kMostBits) continue;
    auto* integer = llvm::IntegerType::get(function.getContext(), bits);
    dropOffsetsOfNothing(*slot);
    const std::vector<llvm::Instruction*> accesses = accessesTo(*slot);
    if (!areMixed(accesses, *slot, integer)) continue;
    for (llvm::Instruction* access : accesses) makeInteger(*access, integer);
    slot->setAllocatedType(integer);
    hasChanged = true;
  }
  return hasChanged;
}

}  // namespace heddle::transform
