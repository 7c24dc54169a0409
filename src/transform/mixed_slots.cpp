#include "transform/mixed_slots.h"

#include <llvm/IR/IRBuilder.h>

#include <vector>

namespace heddle::transform {
namespace {

// All accesses to a variable, or nothing if it is used in other ways too.
std::vector<llvm::Instruction*> accessesTo(llvm::AllocaInst& slot) {
  std::vector<llvm::Instruction*> accesses;
  for (const llvm::Use& use : slot.uses()) {
    auto* access = llvm::cast<llvm::Instruction>(use.getUser());
    const auto* store = llvm::dyn_cast<llvm::StoreInst>(access);
    const bool isSimple = store ? store->isSimple() && use.getOperandNo() == llvm::StoreInst::getPointerOperandIndex()
                                : llvm::isa<llvm::LoadInst>(access) && llvm::cast<llvm::LoadInst>(access)->isSimple();
    if (!isSimple) return {};
    accesses.push_back(access);
  }
  return accesses;
}

// Whether they have several types, all of which are the integer in other words.
bool areMixed(const std::vector<llvm::Instruction*>& accesses, llvm::Type* integer, const llvm::DataLayout& layout) {
  bool hasInteger = false, hasOther = false;
  for (llvm::Instruction* access : accesses) {
    llvm::Type* type = llvm::getLoadStoreType(access);
    if (!llvm::CastInst::isBitOrNoopPointerCastable(type, integer, layout)) return false;
    (type == integer ? hasInteger : hasOther) = true;
  }
  return hasInteger && hasOther;
}

void makeInteger(llvm::Instruction& access, llvm::Type* integer) {
  llvm::IRBuilder<> builder(&access);
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
    llvm::Type* type = slot->getAllocatedType();
    if (!type->isSingleValueType() || type->isVectorTy()) continue;
    auto* integer = llvm::IntegerType::get(function.getContext(), layout.getTypeStoreSizeInBits(type));
    const std::vector<llvm::Instruction*> accesses = accessesTo(*slot);
    if (!areMixed(accesses, integer, layout)) continue;
    for (llvm::Instruction* access : accesses) makeInteger(*access, integer);
    slot->setAllocatedType(integer);
    hasChanged = true;
  }
  return hasChanged;
}

}  // namespace heddle::transform
