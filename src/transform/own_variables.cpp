#include "transform/own_variables.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <vector>

#include "analysis/program_calls.h"
#include "core/hooks.h"

namespace heddle::transform {
namespace {

// It is loaded or stored as what it is.
bool isPlainAccess(const llvm::User& user, const llvm::Value& variable, const llvm::Type* type) {
  const auto* const access = llvm::dyn_cast<llvm::Instruction>(&user);
  if (!access || access->isAtomic() || access->isVolatile()) return false;
  if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(access))
    return store->getPointerOperand() == &variable && store->getValueOperand()->getType() == type;
  return llvm::isa<llvm::LoadInst>(access) && access->getType() == type;
}

bool isAddressOfThreadLocal(const llvm::User& user) {
  const auto* const call = llvm::dyn_cast<llvm::IntrinsicInst>(&user);
  return call && call->getIntrinsicID() == llvm::Intrinsic::threadlocal_address;
}

class Owner {
 public:
  explicit Owner(llvm::Function& function)
      : function_(function),
        isMain_(function.getName() == core::hooks::kMain && function.use_empty()),
        beginsThreads_(!function.use_empty() && llvm::all_of(function.uses(), analysis::ProgramCalls::isWhereToStart)) {
  }

  bool runsOnce() const {
    return !function_.isDeclaration() && !function_.callsFunctionThatReturnsTwice() && (isMain_ || beginsThreads_);
  }

  void takeFrom(llvm::Module& module) {
    std::vector<llvm::AllocaInst*> variables;
    llvm::IRBuilder<> builder(&*function_.getEntryBlock().getFirstInsertionPt());
    for (llvm::GlobalVariable& global : module.globals()) {
      if (global.use_empty() || !owns(global)) continue;
      variables.push_back(builder.CreateAlloca(global.getValueType(), nullptr, global.getName()));
      builder.CreateStore(global.getInitializer(), variables.back());
      replace(global, *variables.back());
    }
    if (variables.empty()) return;
    llvm::DominatorTree dominators(function_);
    llvm::PromoteMemToReg(variables, dominators);
  }

 private:
  bool owns(const llvm::GlobalVariable& global) const {
    llvm::Type* const type = global.getValueType();
    if (!global.hasLocalLinkage() || !global.hasDefinitiveInitializer() || !type->isSingleValueType() ||
        global.isThreadLocal() != beginsThreads_)
      return false;
    return llvm::all_of(global.users(), [&](const llvm::User* user) {
      const auto* const instruction = llvm::dyn_cast<llvm::Instruction>(user);
      if (!instruction || instruction->getFunction() != &function_) return false;
      if (!isAddressOfThreadLocal(*user)) return isPlainAccess(*user, global, type);
      return llvm::all_of(user->users(), [&](const llvm::User* access) { return isPlainAccess(*access, *user, type); });
    });
  }

  static void replace(llvm::GlobalVariable& global, llvm::AllocaInst& variable) {
    for (llvm::User* user : llvm::make_early_inc_range(global.users())) {
      if (!isAddressOfThreadLocal(*user)) continue;
      user->replaceAllUsesWith(&variable);
      llvm::cast<llvm::Instruction>(user)->eraseFromParent();
    }
    global.replaceAllUsesWith(&variable);
  }

  llvm::Function& function_;
  bool isMain_, beginsThreads_;
};

}  // namespace

void takeOwnVariables(llvm::Module& module) {
  for (llvm::Function& function : module)
    if (Owner owner(function); owner.runsOnce()) owner.takeFrom(module);
}

}  // namespace heddle::transform
