#include "transform/shared_memory.h"

#include <llvm/Analysis/CaptureTracking.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include "analysis/underlying_object.h"

namespace heddle::transform {
namespace {

constexpr unsigned kMaxSteps = 8;  // how far back to look for a va_list

bool isVaListType(llvm::Type* type) {
  const auto* structType = llvm::dyn_cast<llvm::StructType>(type);
  return structType && structType->hasName() && structType->getName().contains("__va_list");
}

// A pointer that was read out of a va_list: to the registers that the
// function's prologue saved, or to the caller's argument area. Neither is an
// object of the program. clang expands va_arg to such loads.
bool comesFromVaList(const llvm::Value* pointer, unsigned steps = 0) {
  if (steps > kMaxSteps) return false;
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(pointer)) {
    const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(load->getPointerOperand());
    return gep && isVaListType(gep->getSourceElementType());
  }
  if (const auto* gep = llvm::dyn_cast<llvm::GEPOperator>(pointer)) {
    return comesFromVaList(gep->getPointerOperand(), steps + 1);
  }
  if (const auto* cast = llvm::dyn_cast<llvm::CastInst>(pointer))
    return comesFromVaList(cast->getOperand(0), steps + 1);
  if (const auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(pointer)) {
    return comesFromVaList(operation->getOperand(0), steps + 1);
  }
  if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(pointer)) {
    return call->getIntrinsicID() == llvm::Intrinsic::ptrmask && comesFromVaList(call->getArgOperand(0), steps + 1);
  }
  if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(pointer)) {
    return llvm::all_of(phi->incoming_values(),
                        [&](const llvm::Use& value) { return comesFromVaList(value, steps + 4); });
  }
  return false;
}

const llvm::Value* base(const llvm::Value* pointer) { return analysis::underlyingObject(pointer); }

}  // namespace

bool SharedMemory::isPrivate(const llvm::Value* pointer) const {
  return stack_.privates.contains(pointer->stripPointerCastsAndAliases()) || stack_.privates.contains(base(pointer));
}

bool SharedMemory::staysInThread(const llvm::Value* pointer) const {
  const auto* alloca = llvm::dyn_cast<llvm::AllocaInst>(base(pointer));
  return alloca && !llvm::PointerMayBeCaptured(alloca, /*ReturnCaptures=*/true, /*StoreCaptures=*/true);
}

bool SharedMemory::mayTouch(const llvm::Value* pointer, std::optional<std::uint64_t> bytes, bool write) const {
  if (isPrivate(pointer)) return false;
  llvm::APInt offset(64, 0);
  const llvm::Value* object = pointer->stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
  const auto* global = llvm::dyn_cast<llvm::GlobalVariable>(object);
  if (global && global->isConstant() && bytes && !write) {
    const std::uint64_t size = layout_.getTypeAllocSize(global->getValueType());
    if (*bytes <= size && offset.ule(size - *bytes)) return false;
  }
  return !comesFromVaList(pointer);
}

bool SharedMemory::isCompilerInit(const llvm::Instruction& instruction) {
  const llvm::MDNode* notes = instruction.getMetadata(llvm::LLVMContext::MD_annotation);
  if (!notes) return false;
  return llvm::any_of(notes->operands(), [](const llvm::MDOperand& note) {
    const auto* text = llvm::dyn_cast<llvm::MDString>(note);
    return text && text->getString() == "auto-init";
  });
}

bool SharedMemory::isVariadicArgument(const llvm::Value* pointer) { return comesFromVaList(pointer); }

llvm::GlobalVariable* SharedMemory::constantTable(llvm::Value* pointer) {
  auto* global = llvm::dyn_cast<llvm::GlobalVariable>(analysis::underlyingObject(pointer));
  return global && global->isConstant() && global->hasInitializer() ? global : nullptr;
}

}  // namespace heddle::transform
