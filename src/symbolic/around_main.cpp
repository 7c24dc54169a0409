#include "symbolic/around_main.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>

#include <map>

namespace heddle::symbolic {
namespace {

// By priority; in the order of the list where it is the same.
using Entries = std::multimap<std::uint64_t, llvm::Function*>;

// Nothing: an entry is no function without arguments.
std::optional<Entries> entriesOf(const llvm::Module& module, const char* name) {
  Entries entries;
  const llvm::GlobalVariable* const list = module.getNamedGlobal(name);
  const auto* const all = list ? llvm::dyn_cast<llvm::ConstantArray>(list->getInitializer()) : nullptr;
  if (!all) return entries;
  for (const llvm::Use& element : all->operands()) {
    const auto* const entry = llvm::dyn_cast<llvm::ConstantStruct>(element);
    auto* const function = entry ? llvm::dyn_cast<llvm::Function>(entry->getOperand(1)->stripPointerCasts()) : nullptr;
    if (!function || function->isDeclaration() || function->arg_size() != 0) return std::nullopt;
    entries.emplace(llvm::cast<llvm::ConstantInt>(entry->getOperand(0))->getZExtValue(), function);
  }
  return entries;
}

}  // namespace

Result<llvm::Function*> aroundMain(llvm::Module& module, llvm::Function& main) {
  const auto constructors = entriesOf(module, "llvm.global_ctors"),
             destructors = entriesOf(module, "llvm.global_dtors");
  if (!constructors || !destructors)
    return Diagnostic{"a constructor or destructor that has arguments is not supported by bmc; use heddle check"};
  // Somebody else may be at the destructors when it is called.
  const llvm::Function* const exit = module.getFunction("exit");
  if (!destructors->empty() && exit && !exit->use_empty())
    return Diagnostic{"exit in a program with destructors is not supported by bmc; use heddle check"};
  auto* const around = llvm::Function::Create(main.getFunctionType(), main.getLinkage(), "", module);
  around->takeName(&main);
  main.setLinkage(llvm::GlobalValue::InternalLinkage);
  around->setSubprogram(main.getSubprogram());
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(module.getContext(), "", around));
  if (llvm::DISubprogram* const scope = main.getSubprogram())
    builder.SetCurrentDebugLocation(llvm::DILocation::get(module.getContext(), scope->getLine(), 0, scope));
  for (const auto& [priority, function] : *constructors) builder.CreateCall(function);
  llvm::SmallVector<llvm::Value*> arguments;
  for (llvm::Argument& argument : around->args()) arguments.push_back(&argument);
  llvm::CallInst* const result = builder.CreateCall(&main, arguments);
  for (const auto& [priority, function] : llvm::reverse(*destructors)) builder.CreateCall(function);
  if (main.getReturnType()->isVoidTy())
    builder.CreateRetVoid();
  else
    builder.CreateRet(result);
  return around;
}

}  // namespace heddle::symbolic
