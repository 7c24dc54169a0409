#include "transform/error_label.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include <utility>
#include <vector>

namespace heddle::transform {

unsigned failAtLabel(llvm::Module& module, const std::string& name) {
  if (!module.IsNewDbgInfoFormat) module.convertToNewDbgValues();
  std::vector<std::pair<llvm::Instruction*, llvm::DebugLoc>> places;  // the instruction behind, the label's line
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      for (const llvm::DbgRecord& record : instruction.getDbgRecordRange())
        if (const auto* label = llvm::dyn_cast<llvm::DbgLabelRecord>(&record);
            label && label->getLabel()->getName() == name)
          places.emplace_back(&instruction, record.getDebugLoc());
  for (const auto& [at, line] : places) {
    llvm::IRBuilder<> builder(at);
    builder.SetCurrentDebugLocation(line);
    llvm::Type* const text = builder.getPtrTy();
    const auto fails =
        module.getOrInsertFunction("heddle_assert_fail", builder.getVoidTy(), text, text, builder.getInt32Ty(), text);
    llvm::Value* const none = llvm::ConstantPointerNull::get(builder.getPtrTy());
    builder.CreateCall(fails, {builder.CreateGlobalString("label " + name + " is not reached"), none,
                               builder.getInt32(line ? line.getLine() : 0), none});
  }
  return static_cast<unsigned>(places.size());
}

}  // namespace heddle::transform
