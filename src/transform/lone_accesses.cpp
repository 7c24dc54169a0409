#include "transform/lone_accesses.h"

#include <llvm/IR/Instructions.h>

#include <vector>

#include "transform/loops/early_assumes.h"
#include "transform/own_variables.h"
#include "transform/verifier_sections.h"
#include "transform/word_values.h"

namespace heddle::transform {
namespace {

// Whether it is one step, whatever it does.
bool isStep(const llvm::Instruction& access) {
  const llvm::DataLayout& layout = access.getDataLayout();
  const auto isAligned = [&](llvm::Type* type, llvm::Align alignment) {
    return fitsWord(type, layout) && alignment.value() >= layout.getTypeStoreSize(type);
  };
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&access)) return isAligned(load->getType(), load->getAlign());
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&access))
    return isAligned(store->getValueOperand()->getType(), store->getAlign());
  return false;
}

// The end of a section that begins there, in the same block; null if it does more than one step.
llvm::Instruction* endOfLone(llvm::Instruction& begin) {
  unsigned steps = 0;
  for (llvm::Instruction* next = begin.getNextNode(); next; next = next->getNextNode()) {
    if (isSectionEnd(*next)) return next;
    if (!isObserved(*next)) continue;
    if (++steps > 1 || !isStep(*next)) return nullptr;
  }
  return nullptr;
}

}  // namespace

void removeLoneSections(llvm::Module& module) {
  takeOwnVariables(module);
  std::vector<llvm::Instruction*> dead;
  for (llvm::Function& function : module)
    for (llvm::BasicBlock& block : function)
      for (llvm::Instruction& instruction : block)
        if (isSectionBegin(instruction))
          if (llvm::Instruction* const end = endOfLone(instruction)) dead.insert(dead.end(), {&instruction, end});
  for (llvm::Instruction* one : dead) one->eraseFromParent();
}

}  // namespace heddle::transform
