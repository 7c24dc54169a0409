#include "transform/lone_accesses.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <vector>

#include "core/hooks.h"
#include "transform/loops/early_assumes.h"
#include "transform/verifier_sections.h"
#include "transform/word_values.h"

namespace heddle::transform {
namespace {

bool isPlain(const llvm::Instruction& access) { return !access.isAtomic() && !access.isVolatile(); }

// It is only loaded and stored, by `main`, as what it is.
bool isVariableOf(const llvm::Function& main, const llvm::GlobalVariable& global) {
  llvm::Type* const type = global.getValueType();
  if (!global.hasLocalLinkage() || !global.hasDefinitiveInitializer() || global.isThreadLocal() ||
      !type->isSingleValueType())
    return false;
  return llvm::all_of(global.users(), [&](const llvm::User* user) {
    const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(user);
    if (!instruction || instruction->getFunction() != &main || !isPlain(*instruction)) return false;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
      return store->getPointerOperand() == &global && store->getValueOperand()->getType() == type;
    return llvm::isa<llvm::LoadInst>(user) && user->getType() == type;
  });
}

// Main runs once.
void takeVariablesIn(llvm::Function& main) {
  if (main.isDeclaration() || !main.use_empty() || main.callsFunctionThatReturnsTwice()) return;
  std::vector<llvm::AllocaInst*> variables;
  llvm::IRBuilder<> builder(&*main.getEntryBlock().getFirstInsertionPt());
  for (llvm::GlobalVariable& global : main.getParent()->globals()) {
    if (global.use_empty() || !isVariableOf(main, global)) continue;
    variables.push_back(builder.CreateAlloca(global.getValueType(), nullptr, global.getName()));
    builder.CreateStore(global.getInitializer(), variables.back());
    global.replaceAllUsesWith(variables.back());
  }
  if (variables.empty()) return;
  llvm::DominatorTree dominators(main);
  llvm::PromoteMemToReg(variables, dominators);
}

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
  if (llvm::Function* const main = module.getFunction(core::hooks::kMain)) takeVariablesIn(*main);
  std::vector<llvm::Instruction*> dead;
  for (llvm::Function& function : module)
    for (llvm::BasicBlock& block : function)
      for (llvm::Instruction& instruction : block)
        if (isSectionBegin(instruction))
          if (llvm::Instruction* const end = endOfLone(instruction)) dead.insert(dead.end(), {&instruction, end});
  for (llvm::Instruction* one : dead) one->eraseFromParent();
}

}  // namespace heddle::transform
