#include "transform/verifier_sections.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>

namespace heddle::transform {
namespace {

constexpr llvm::StringLiteral kPrefix = "__VERIFIER_atomic_", kBegin = "__VERIFIER_atomic_begin",
                              kEnd = "__VERIFIER_atomic_end";

bool isAtomic(const llvm::Function& function) {
  const llvm::StringRef name = function.getName();
  return !function.isDeclaration() && name.starts_with(kPrefix) && name != kBegin && name != kEnd;
}

void call(llvm::StringRef name, llvm::Instruction& before, const llvm::DebugLoc& place) {
  llvm::IRBuilder<> builder(&before);
  builder.SetCurrentDebugLocation(place);
  llvm::Module& module = *before.getModule();
  builder.CreateCall(module.getOrInsertFunction(name, llvm::FunctionType::get(builder.getVoidTy(), false)));
}

void enclose(llvm::Function& function) {
  llvm::DISubprogram* const source = function.getSubprogram();
  llvm::DebugLoc start;
  if (source) start = llvm::DILocation::get(function.getContext(), source->getLine(), 0, source);
  for (llvm::BasicBlock& block : function) {
    llvm::Instruction* const end = block.getTerminator();
    if (llvm::isa<llvm::ReturnInst, llvm::ResumeInst>(end))
      call(kEnd, *end, end->getDebugLoc() ? end->getDebugLoc() : start);
  }
  call(kBegin, *function.getEntryBlock().getFirstNonPHIOrDbgOrAlloca(), start);
}

bool isCallOf(llvm::StringRef name, const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* const callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->isDeclaration() && callee->getName() == name;
}

}  // namespace

bool isSectionBegin(const llvm::Instruction& instruction) { return isCallOf(kBegin, instruction); }
bool isSectionEnd(const llvm::Instruction& instruction) { return isCallOf(kEnd, instruction); }

void encloseAtomicFunctions(llvm::Module& module) {
  for (llvm::Function& function : module)
    if (isAtomic(function)) enclose(function);
}

}  // namespace heddle::transform
