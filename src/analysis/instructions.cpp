#include "analysis/instructions.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/GlobalVariable.h>

namespace heddle::analysis {

bool divisionMayFail(const llvm::Instruction& instruction) {
  const auto* division = llvm::dyn_cast<llvm::BinaryOperator>(&instruction);
  if (!division || !division->isIntDivRem()) return false;
  const auto* divisor = llvm::dyn_cast<llvm::ConstantInt>(division->getOperand(1));
  return !divisor || divisor->isZero() || divisor->isMinusOne();
}

bool copiesConstant(const llvm::MemTransferInst& copy) {
  const auto* source = llvm::dyn_cast<llvm::GlobalVariable>(copy.getRawSource());
  const auto* bytes = llvm::dyn_cast<llvm::ConstantInt>(copy.getLength());
  return source && bytes && source->isConstant() && source->hasInitializer() &&
         bytes->getValue().ule(source->getDataLayout().getTypeAllocSize(source->getValueType()));
}

bool touchesNoMemory(const llvm::Instruction& instruction) {
  return !instruction.mayReadOrWriteMemory() && !instruction.mayThrow() && !llvm::isa<llvm::AllocaInst>(instruction);
}

}  // namespace heddle::analysis
