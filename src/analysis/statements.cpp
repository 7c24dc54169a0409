#include "analysis/statements.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Metadata.h>

namespace heddle::analysis {
namespace {

constexpr llvm::StringLiteral kMetadata = "heddle.statement", kPart = "heddle.part";  // copied with the instruction

}  // namespace

Statement numberStatements(llvm::Module& module) {
  llvm::LLVMContext& context = module.getContext();
  const unsigned kind = context.getMDKindID(kMetadata);
  llvm::Type* const number = llvm::Type::getInt32Ty(context);
  Statement last = 0;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      auto* const value = llvm::ConstantAsMetadata::get(llvm::ConstantInt::get(number, ++last));
      instruction.setMetadata(kind, llvm::MDNode::get(context, value));
    }
  return last;
}

Statement statementOf(const llvm::Instruction& instruction) {
  const llvm::MDNode* const node = instruction.getMetadata(kMetadata);
  if (!node) return 0;
  return static_cast<Statement>(llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(0))->getZExtValue());
}

void copyStatement(const llvm::Instruction& from, llvm::Instruction& to) {
  to.setMetadata(kMetadata, from.getMetadata(kMetadata));
  to.setMetadata(kPart, llvm::MDNode::get(to.getContext(), {}));
  to.setDebugLoc(from.getDebugLoc());
}

bool isPart(const llvm::Instruction& instruction) { return instruction.getMetadata(kPart) != nullptr; }

}  // namespace heddle::analysis
