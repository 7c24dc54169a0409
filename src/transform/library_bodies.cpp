#include "transform/library_bodies.h"

#include <llvm/IR/InstIterator.h>

#include "transform/new_body.h"

namespace heddle::transform {
namespace {

constexpr llvm::StringLiteral kSpin = "_ZNSt8__detail13__atomic_spinI";
constexpr llvm::StringLiteral kOnceProxy = "__once_proxy", kOnceCall = "_ZSt11__once_call";
constexpr llvm::StringLiteral kEnterWait = "_ZNSt8__detail18__waiter_pool_base13_M_enter_waitEv";
constexpr llvm::StringLiteral kLeaveWait = "_ZNSt8__detail18__waiter_pool_base13_M_leave_waitEv";
constexpr llvm::StringLiteral kIsWaiting = "_ZNKSt8__detail18__waiter_pool_base10_M_waitingEv";

// The first function that it asks whether there is something to wait for: all of them are called with its argument.
llvm::Function* conditionOf(llvm::Function& spin) {
  for (llvm::Instruction& instruction : llvm::instructions(spin)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    llvm::Function* const callee = call ? call->getCalledFunction() : nullptr;
    if (callee && callee->getReturnType()->isIntegerTy(1) && callee->arg_size() == 1) return callee;
  }
  return nullptr;
}

void tryOnce(llvm::Function& spin) {
  llvm::Function* const condition = conditionOf(spin);
  if (!condition || spin.arg_empty()) return;
  NewBody body(spin);
  body.builder.CreateRet(body.builder.CreateCall(condition, {spin.getArg(0)}));
}

}  // namespace

void replaceLibraryBodies(llvm::Module& module) {
  for (llvm::Function& function : module)
    if (!function.isDeclaration() && function.getName().starts_with(kSpin)) tryOnce(function);
  for (const llvm::StringLiteral name : {kEnterWait, kLeaveWait})
    if (llvm::Function* const function = module.getFunction(name); function && !function->isDeclaration())
      NewBody(*function).builder.CreateRetVoid();
  if (llvm::Function* const function = module.getFunction(kIsWaiting); function && !function->isDeclaration()) {
    NewBody body(*function);
    body.builder.CreateRet(body.builder.getTrue());
  }
  llvm::Function* const proxy = module.getFunction(kOnceProxy);
  llvm::GlobalVariable* const call = module.getNamedGlobal(kOnceCall);
  if (!proxy || !proxy->isDeclaration() || !call) return;
  NewBody body(*proxy);
  llvm::IRBuilder<>& builder = body.builder;
  llvm::Value* const function = builder.CreateLoad(builder.getPtrTy(), builder.CreateThreadLocalAddress(call));
  builder.CreateCall(llvm::FunctionType::get(builder.getVoidTy(), false), function);
  builder.CreateRetVoid();
}

}  // namespace heddle::transform
