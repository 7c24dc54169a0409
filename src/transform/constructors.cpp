#include "transform/constructors.h"

#include <map>

#include "core/hooks.h"

namespace heddle::transform {
namespace {

// By priority value; in the order of the list where it is the same.
using Entries = std::multimap<std::uint64_t, llvm::Function*>;

// The entries of llvm.global_ctors or llvm.global_dtors; the list is gone
// afterwards.
Entries takeEntries(llvm::Module& module, const char* name) {
  Entries entries;
  llvm::GlobalVariable* array = module.getNamedGlobal(name);
  if (!array) return entries;
  if (auto* list = llvm::dyn_cast<llvm::ConstantArray>(array->getInitializer())) {
    for (const llvm::Use& element : list->operands()) {
      const auto* entry = llvm::cast<llvm::ConstantStruct>(element);
      auto* function = llvm::dyn_cast<llvm::Function>(entry->getOperand(1)->stripPointerCasts());
      if (function) entries.emplace(llvm::cast<llvm::ConstantInt>(entry->getOperand(0))->getZExtValue(), function);
    }
  }
  array->eraseFromParent();
  return entries;
}

// clang refers to it when it registers the destructors of static objects; it
// only has to have an address.
void defineDsoHandle(llvm::Module& module) {
  llvm::GlobalVariable* handle = module.getNamedGlobal("__dso_handle");
  if (!handle || handle->hasInitializer()) return;
  handle->setInitializer(llvm::Constant::getNullValue(handle->getValueType()));
  handle->setLinkage(llvm::GlobalValue::InternalLinkage);
  handle->setVisibility(llvm::GlobalValue::DefaultVisibility);
  handle->setConstant(true);
}

}  // namespace

void gatherConstructors(Context& context, core::ProgramInfo& info) {
  llvm::Module& module = context.module;
  defineDsoHandle(module);
  const Entries constructors = takeEntries(module, "llvm.global_ctors");
  const Entries destructors = takeEntries(module, "llvm.global_dtors");
  if (constructors.empty() && destructors.empty()) return;
  info.hasConstructors = true;

  auto& llvmContext = module.getContext();
  auto* function = llvm::Function::Create(llvm::FunctionType::get(llvm::Type::getVoidTy(llvmContext), false),
                                          llvm::GlobalValue::ExternalLinkage, core::hooks::kConstructors, module);
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(llvmContext, "", function));
  // Functions marked `destructor` run after everything that was registered
  // later, so they are registered first; the last of them has the lowest value.
  if (!destructors.empty()) {
    llvm::Type* ptr = builder.getPtrTy();
    const auto atExit = module.getOrInsertFunction("__cxa_atexit", builder.getInt32Ty(), ptr, ptr, ptr);
    auto* null = llvm::ConstantPointerNull::get(builder.getPtrTy());
    for (const auto& [priority, destructor] : destructors) {
      builder.CreateStore(builder.getInt32(0), context.symbols.callSite);
      builder.CreateCall(atExit, {destructor, null, null});
    }
  }
  for (const auto& [priority, constructor] : constructors)
    builder.CreateCall(constructor->getFunctionType(), constructor);
  builder.CreateRetVoid();
}

}  // namespace heddle::transform
