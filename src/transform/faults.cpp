#include "transform/faults.h"

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <vector>

namespace heddle::transform {
namespace {

bool isSigned(const llvm::BinaryOperator& division) {
  return division.getOpcode() == llvm::Instruction::SDiv || division.getOpcode() == llvm::Instruction::SRem;
}

bool canFault(const llvm::BinaryOperator& division) {
  if (!division.isIntDivRem() || division.getType()->isVectorTy()) return false;
  const auto* divisor = llvm::dyn_cast<llvm::ConstantInt>(division.getOperand(1));
  return !divisor || divisor->isZero() || (isSigned(division) && divisor->isMinusOne());
}

void checkDivision(llvm::BinaryOperator& division, Context& context) {
  llvm::IRBuilder<> builder(&division);
  llvm::Value *dividend = division.getOperand(0), *divisor = division.getOperand(1);
  auto* type = llvm::cast<llvm::IntegerType>(division.getType());
  llvm::Value* faults = builder.CreateICmpEQ(divisor, llvm::ConstantInt::get(type, 0));
  if (isSigned(division)) {
    auto* least = llvm::ConstantInt::get(type, llvm::APInt::getSignedMinValue(type->getBitWidth()));
    llvm::Value* overflows = builder.CreateAnd(builder.CreateICmpEQ(divisor, llvm::ConstantInt::getAllOnesValue(type)),
                                               builder.CreateICmpEQ(dividend, least));
    faults = builder.CreateOr(faults, overflows);
  }
  llvm::Instruction* fault =
      llvm::SplitBlockAndInsertIfThen(faults, &division, /*Unreachable=*/true, context.unlikely());
  builder.SetInsertPoint(fault);
  builder.SetCurrentDebugLocation(division.getDebugLoc());
  builder.CreateCall(context.symbols.division, {context.site(division, {})});
}

// clang ends a function that must return a value but does not with
// `unreachable`, in C++ after a trap.
void checkUnreachable(llvm::UnreachableInst& end, Context& context) {
  const llvm::Instruction* before = end.getPrevNonDebugInstruction();
  const auto* trap = llvm::dyn_cast_or_null<llvm::IntrinsicInst>(before);
  const bool afterTrap = trap && trap->getIntrinsicID() == llvm::Intrinsic::trap;
  const auto* call = llvm::dyn_cast_or_null<llvm::CallBase>(before);
  if (call && call->doesNotReturn() && !afterTrap) return;
  llvm::Instruction* at = afterTrap ? const_cast<llvm::Instruction*>(before) : &end;
  llvm::IRBuilder<>(at).CreateCall(context.symbols.unreachable, {context.site(*at, {})});
  if (afterTrap) at->eraseFromParent();
}

// __builtin_trap: the program gives up. A call, which the runtime can report.
void replaceTrap(llvm::IntrinsicInst& trap, Context& context) {
  llvm::IRBuilder<> builder(&trap);
  builder.CreateCall(
      context.module.getOrInsertFunction("__builtin_trap", llvm::FunctionType::get(builder.getVoidTy(), false)));
  trap.eraseFromParent();
}

}  // namespace

void instrumentFaults(llvm::Function& function, Context& context) {
  std::vector<llvm::BinaryOperator*> divisions;
  for (llvm::BasicBlock& block : function) {
    for (llvm::Instruction& instruction : block) {
      auto* operation = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
      if (operation && canFault(*operation)) divisions.push_back(operation);
    }
    if (auto* end = llvm::dyn_cast<llvm::UnreachableInst>(block.getTerminator())) checkUnreachable(*end, context);
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(block)) {
      auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (!call) continue;
      if (call->getIntrinsicID() == llvm::Intrinsic::trap || call->getIntrinsicID() == llvm::Intrinsic::ubsantrap) {
        replaceTrap(*call, context);
      }
    }
  }
  for (llvm::BinaryOperator* division : divisions) checkDivision(*division, context);
}

}  // namespace heddle::transform
