#include "transform/library_facts.h"

#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Local.h>

#include "analysis/library.h"

namespace heddle::transform {
namespace {

using analysis::factsOf;

// Whoever calls it needs no way out for exceptions.
void forgetExceptions(llvm::Function& function) {
  function.setDoesNotThrow();
  for (llvm::User* user : llvm::make_early_inc_range(function.users()))
    if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(user); invoke && invoke->getCalledFunction() == &function)
      llvm::changeToCall(invoke);
}

const llvm::Function* externalCallee(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee && callee->isDeclaration() ? callee : nullptr;
}

// Who returns a pointer may return one that it has borrowed: then the object has its other name from the result.
void markBorrowed(llvm::Function& function, unsigned argument) {
  if (!function.getReturnType()->isPointerTy()) return function.addParamAttr(argument, llvm::Attribute::NoCapture);
  for (llvm::User* user : function.users())
    if (auto* call = llvm::dyn_cast<llvm::CallBase>(user);
        call && call->getCalledFunction() == &function && argument < call->arg_size() && call->use_empty())
      call->addParamAttr(argument, llvm::Attribute::NoCapture);
}

}  // namespace

void addLibraryFacts(llvm::Module& module) {
  for (llvm::Function& function : module) {
    if (!function.isDeclaration() || function.isIntrinsic()) continue;
    const core::library::Facts& facts = factsOf(function);
    for (llvm::Argument& argument : function.args())
      if (facts.borrows.contains(argument.getArgNo()) && argument.getType()->isPointerTy())
        markBorrowed(function, argument.getArgNo());
    if (facts.neverThrows) forgetExceptions(function);
  }
}

std::uint64_t bytesTouched(const llvm::CallBase& call, unsigned argument) {
  const llvm::Function* callee = externalCallee(call);
  if (!callee || argument >= factsOf(*callee).touches.size()) return 0;
  return factsOf(*callee).touches[argument];
}

}  // namespace heddle::transform
