#include "transform/stack_objects.h"

#include <llvm/IR/IntrinsicInst.h>

#include "transform/library_facts.h"
#include "transform/object_names.h"

namespace heddle::transform {
namespace {

bool staysInside(std::int64_t offset, std::uint64_t bytes, std::uint64_t objectBytes) {
  return offset >= 0 && bytes <= objectBytes && static_cast<std::uint64_t>(offset) <= objectBytes - bytes;
}

bool staysInside(std::int64_t offset, llvm::TypeSize bytes, std::uint64_t objectBytes) {
  return !bytes.isScalable() && staysInside(offset, bytes.getFixedValue(), objectBytes);
}

// Whether every use of `pointer`, which is `offset` bytes into an object of
// `bytes` bytes, is an access inside the object.
class PrivateUses {
 public:
  PrivateUses(const llvm::DataLayout& layout, std::uint64_t bytes) : layout_(layout), bytes_(bytes) {}

  bool all(const llvm::Value& pointer, std::int64_t offset) const {
    for (const llvm::Use& use : pointer.uses()) {
      if (!isPrivate(use, offset)) return false;
    }
    return true;
  }

 private:
  bool isPrivate(const llvm::Use& use, std::int64_t offset) const {
    const llvm::User* user = use.getUser();
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(user)) return inside(offset, load->getType());
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user)) {
      return use.getOperandNo() == 1 && inside(offset, store->getValueOperand()->getType());
    }
    if (const auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(user)) {
      return use.getOperandNo() == 0 && inside(offset, rmw->getType());
    }
    if (const auto* cas = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(user)) {
      return use.getOperandNo() == 0 && inside(offset, cas->getNewValOperand()->getType());
    }
    if (const auto* gep = llvm::dyn_cast<llvm::GetElementPtrInst>(user)) {
      llvm::APInt step(64, 0);
      if (use.getOperandNo() != 0 || !gep->accumulateConstantOffset(layout_, step)) return false;
      return all(*gep, offset + step.getSExtValue());
    }
    if (llvm::isa<llvm::ICmpInst>(user)) return true;
    if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(user)) return isPrivateCall(*call, offset);
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user)) {
      const std::uint64_t bytes = call->isArgOperand(&use) ? bytesTouched(*call, call->getArgOperandNo(&use)) : 0;
      return bytes != 0 && staysInside(offset, bytes, bytes_);
    }
    return false;
  }

  bool isPrivateCall(const llvm::IntrinsicInst& call, std::int64_t offset) const {
    if (const auto* memory = llvm::dyn_cast<llvm::MemIntrinsic>(&call)) {
      const auto* length = llvm::dyn_cast<llvm::ConstantInt>(memory->getLength());
      return length && staysInside(offset, length->getZExtValue(), bytes_);
    }
    switch (call.getIntrinsicID()) {
      case llvm::Intrinsic::lifetime_start:
      case llvm::Intrinsic::lifetime_end:
      case llvm::Intrinsic::vastart:
      case llvm::Intrinsic::vaend:
      case llvm::Intrinsic::vacopy: return true;
      default: return false;
    }
  }

  bool inside(std::int64_t offset, llvm::Type* type) const {
    return staysInside(offset, layout_.getTypeStoreSize(type), bytes_);
  }

  const llvm::DataLayout& layout_;
  std::uint64_t bytes_;
};

bool isPrivate(const llvm::AllocaInst& alloca, const llvm::DataLayout& layout) {
  const auto bytes = alloca.getAllocationSize(layout);
  return bytes && !bytes->isScalable() && PrivateUses(layout, bytes->getFixedValue()).all(alloca, 0);
}

void copyToAlloca(llvm::Argument& argument, const llvm::DataLayout& layout) {
  llvm::Function& function = *argument.getParent();
  llvm::IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  llvm::Type* type = argument.getParamByValType();
  const llvm::Align align = argument.getParamAlign().value_or(layout.getABITypeAlign(type));
  llvm::AllocaInst* copy = builder.CreateAlloca(type);
  copy->setAlignment(align);
  argument.replaceAllUsesWith(copy);
  builder.CreateMemCpyInline(copy, align, &argument, align, builder.getInt64(layout.getTypeAllocSize(type)));
}

}  // namespace

StackObjects findStackObjects(llvm::Function& function) {
  const llvm::DataLayout& layout = function.getDataLayout();
  StackObjects objects;
  for (llvm::Argument& argument : function.args()) {
    if (!argument.hasByValAttr()) continue;
    objects.privates.insert(&argument);
    const std::uint64_t bytes = layout.getTypeAllocSize(argument.getParamByValType());
    if (!PrivateUses(layout, bytes).all(argument, 0)) copyToAlloca(argument, layout);
  }
  for (llvm::BasicBlock& block : function) {
    for (llvm::Instruction& instruction : block) {
      auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
      if (!alloca || alloca->isSwiftError()) continue;
      if (isPrivate(*alloca, layout)) {
        objects.privates.insert(alloca);
      } else {
        objects.escaping.push_back({alloca, variableIn(*alloca)});
      }
    }
  }
  return objects;
}

void markLandingPads(llvm::Function& function, Context& context) {
  for (llvm::BasicBlock& block : function) {
    if (!block.isLandingPad()) continue;
    llvm::Instruction* pad = block.getLandingPadInst();
    llvm::IRBuilder<>(pad->getNextNode()).CreateCall(context.symbols.landed);
  }
}

}  // namespace heddle::transform
