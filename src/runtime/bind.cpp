#include "runtime/bind.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <llvm/Demangle/Demangle.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "core/library.h"
#include "core/used_at.h"
#include "runtime/externals/external.h"
#include "runtime/externals/numbers.h"
#include "runtime/hooks.h"
#include "runtime/library_calls.h"
#include "runtime/linked_libraries.h"

namespace heddle::runtime {
namespace {

namespace library = core::library;
using externals::External;
using library::Implementation;

// Shared by all threads under test, whatever the process that runs them is.
char libcSingleThreaded = 0;

const std::unordered_map<std::string_view, External>& models() {
  static const auto table = [] {
    std::unordered_map<std::string_view, External> rows;
    for (const auto family :
         {externals::memory(),     externals::strings(),      externals::wideStrings(),   externals::stdio(),
          externals::input(),      externals::jumps(),        externals::numbers(),       externals::timeAndRandom(),
          externals::process(),    externals::posixThreads(), externals::mutexes(),       externals::rwlocks(),
          externals::semaphores(), externals::barriers(),     externals::conditions(),    externals::once(),
          externals::futexes(),    externals::c11Threads(),   externals::wideAtomics(),   externals::cxxThreads(),
          externals::cxxSupport(), externals::exceptions(),   externals::cxxContainers(), externals::verifier(),
          externals::channels(),   externals::libcxxStreams()})
      for (const External& external : family) rows.emplace(external.name, external);
    rows.emplace("__libc_single_threaded", External{"__libc_single_threaded", &libcSingleThreaded, 0});
    return rows;
  }();
  return table;
}

void refuseWhenCalled(llvm::Function& function) {
  llvm::Module& module = *function.getParent();
  llvm::LLVMContext& context = module.getContext();
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", &function));
  const auto refuse = module.getOrInsertFunction(kUnknownExternal, builder.getVoidTy(), builder.getPtrTy());
  builder.CreateCall(refuse, {builder.CreateGlobalString(function.getName())});
  builder.CreateUnreachable();
  function.setLinkage(llvm::GlobalValue::InternalLinkage);
  function.setVisibility(llvm::GlobalValue::DefaultVisibility);
}

Implementation implementationOf(std::string_view symbol) {
  const library::Row* const row = library::find(symbol);
  return row == nullptr ? Implementation::Refused : row->implementation;
}

bool isOneOf(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// The address of a declared symbol; null if nobody knows it.
const void* resolve(std::string_view name, const std::vector<std::string>& allowed, LinkedLibraries& libraries) {
  if (const auto model = models().find(name); model != models().end()) return model->second.address;
  const Implementation implementation = implementationOf(name);
  const bool isLibraryCode = implementation == Implementation::Native || implementation == Implementation::Checked;
  if (isOneOf(allowed, name)) return libraries.find(std::string(name));
  return isLibraryCode ? dlsym(RTLD_DEFAULT, std::string(name).c_str()) : nullptr;
}

// Whether it is the library's own code, whose accesses are checked unless somebody has said to leave it alone.
bool isChecked(std::string_view name, const std::vector<std::string>& allowed) {
  return implementationOf(name) == Implementation::Checked && !isOneOf(allowed, name);
}

// "FILE:LINE: " of some use; empty if none is known.
std::string placeOfUse(const llvm::GlobalVariable& variable) {
  const llvm::MDNode* const place = variable.getMetadata(core::kUsedAt);
  return place == nullptr ? "" : llvm::cast<llvm::MDString>(place->getOperand(0))->getString().str() + ": ";
}

}  // namespace

const void* compilerSupport(const std::string& name) {
  for (const auto family : {externals::arithmetic(), externals::mathematics()})
    for (const External& external : family)
      if (name == external.name) return external.address;
  return library::factsOf(name).isForCodeGenerator ? dlsym(RTLD_DEFAULT, name.c_str()) : nullptr;
}

bool callsAreClosed(const llvm::Module& module) {
  return std::none_of(module.begin(), module.end(), [](const llvm::Function& function) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty()) return false;
    return !library::factsOf(function.getName()).isClosed;
  });
}

bool usesStreams(const llvm::Module& module) {
  return std::any_of(module.global_begin(), module.global_end(), [](const llvm::GlobalVariable& variable) {
    return variable.isDeclaration() && library::factsOf(variable.getName()).isStream;
  });
}

unsigned argumentsOf(std::string_view symbol) {
  const auto model = models().find(symbol);
  return model == models().end() ? 0 : model->second.parameters;
}

std::vector<std::string_view> modelledSymbols() {
  std::vector<std::string_view> symbols;
  for (const auto& [symbol, model] : models()) symbols.push_back(symbol);
  return symbols;
}

Result<std::vector<Binding>> bind(llvm::Module& module, const Options& options) {
  const std::vector<std::string>& allowExternal = options.allowExternal;
  LinkedLibraries libraries(options.linkFlags);
  std::vector<Binding> bindings;
  for (const HookSymbol& hook : hookSymbols()) bindings.push_back({hook.name, hook.address});
  for (const std::string& name : allowExternal) {
    if (models().contains(name)) continue;
    if (const library::Facts& facts = library::factsOf(name); facts.why != nullptr && !facts.mayBeAllowed)
      return Diagnostic{fmt::format("--allow-external {}: {}", name, facts.why)};
    if (resolve(name, allowExternal, libraries) == nullptr)
      return Diagnostic{
          fmt::format("--allow-external {}: no such function in the C or C++ library, nor in one that is named by "
                      "-lLIBRARY after --",
                      name)};
  }

  const auto use = [&](llvm::GlobalValue& symbol, const void* address) {
    // A name of its own: the code generator's memcpy is not the program's.
    const std::string name = "__heddle_external_" + symbol.getName().str();
    symbol.setName(name);
    symbol.setDSOLocal(false);
    bindings.push_back({symbol.getName().str(), const_cast<void*>(address)});
  };
  for (llvm::Function& function : llvm::make_early_inc_range(module.functions())) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.getName().starts_with("__heddle_")) continue;
    if (function.use_empty()) {
      function.eraseFromParent();
      continue;
    }
    const std::string name = function.getName().str();
    const void* const address = resolve(name, allowExternal, libraries);
    const std::string native = "__heddle_external_" + name;
    if (address != nullptr && isChecked(name, allowExternal) && guardLibraryCall(function, native))
      bindings.push_back({native, const_cast<void*>(address)});
    else if (address != nullptr || function.hasExternalWeakLinkage())
      use(function, address);
    else
      refuseWhenCalled(function);
  }
  guardVirtualCalls(module);
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (!variable.isDeclaration() || variable.use_empty() || variable.getName().starts_with("__heddle_")) continue;
    const void* const address = resolve(variable.getName(), allowExternal, libraries);
    if (address == nullptr && !variable.hasExternalWeakLinkage()) {
      const std::string readable = llvm::demangle(variable.getName().str());
      if (const char* const why = library::factsOf(variable.getName()).why)
        return Diagnostic{fmt::format("{}the program needs the variable {}: {}", placeOfUse(variable), readable, why)};
      return Diagnostic{fmt::format(
          "{}the program needs the variable {}, which no file defines and Heddle does not know; add its source or "
          "bitcode",
          placeOfUse(variable), readable)};
    }
    use(variable, address);
  }
  return bindings;
}

}  // namespace heddle::runtime
