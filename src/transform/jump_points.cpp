#include "transform/jump_points.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "core/library.h"

namespace heddle::transform {
namespace {

// Signals are not supported, so none is blocked, and all of these do the same.
constexpr std::array<llvm::StringLiteral, 4> kNames = {"setjmp", core::library::kSetJump, "sigsetjmp", "__sigsetjmp"};

bool setsJumpPoint(const llvm::CallInst& call) {
  const llvm::Function* const callee = call.getCalledFunction();
  return callee && callee->isDeclaration() && std::ranges::find(kNames, callee->getName()) != kNames.end();
}

}  // namespace

void keepJumpPoints(llvm::Function& function, Context& context) {
  std::vector<llvm::CallInst*> calls;
  std::vector<llvm::ReturnInst*> returns;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && setsJumpPoint(*call)) calls.push_back(call);
    if (auto* end = llvm::dyn_cast<llvm::ReturnInst>(&instruction)) returns.push_back(end);
  }
  if (calls.empty()) return;
  for (llvm::CallInst* call : calls) {
    llvm::IRBuilder<> builder(call);
    const auto native =
        context.module.getOrInsertFunction(core::library::kSetJump, builder.getInt32Ty(), builder.getPtrTy());
    core::Site facts;
    facts.callee = call->getCalledFunction()->getName().str();
    builder.CreateStore(context.site(*call, std::move(facts)), context.symbols.callSite);
    // Who declares it otherwise may leave out the buffer.
    llvm::Value* const buffer =
        call->arg_empty() ? llvm::ConstantPointerNull::get(builder.getPtrTy()) : call->getArgOperand(0);
    llvm::Value* const kept = builder.CreateCall(context.symbols.jumpPoint, {buffer});
    llvm::CallInst* const returned = builder.CreateCall(native, {kept});
    returned->addFnAttr(llvm::Attribute::ReturnsTwice);
    builder.CreateCall(context.symbols.landed);
    call->replaceAllUsesWith(returned);
    call->eraseFromParent();
  }
  for (llvm::ReturnInst* end : returns) llvm::IRBuilder<>(end).CreateCall(context.symbols.jumpPointsEnd);
  function.addFnAttr(llvm::Attribute::NoInline);
}

}  // namespace heddle::transform
