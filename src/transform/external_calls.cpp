#include "transform/external_calls.h"

#include <llvm/IR/InstrTypes.h>

namespace heddle::transform {
namespace {

// Calls through pointers may lead outside, so they count.
bool mayLeaveModule(const llvm::CallBase& call) {
  if (call.isInlineAsm()) return false;
  const auto* callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  return !callee || (callee->isDeclaration() && !callee->isIntrinsic() && !isRuntimeName(callee->getName()));
}

}  // namespace

void markExternalCalls(llvm::Function& function, Context& context) {
  for (llvm::BasicBlock& block : function) {
    for (llvm::Instruction& instruction : block) {
      auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
      if (!call || !mayLeaveModule(*call)) continue;
      core::Site facts;
      const auto* callee = llvm::dyn_cast<llvm::Function>(call->getCalledOperand()->stripPointerCastsAndAliases());
      if (callee) facts.callee = callee->getName().str();
      llvm::ConstantInt* site = context.site(*call, std::move(facts));
      llvm::IRBuilder<>(call).CreateStore(site, context.symbols.callSite);
    }
  }
}

}  // namespace heddle::transform
