#include "runtime/bind.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

#include "runtime/externals/external.h"
#include "runtime/externals/numbers.h"
#include "runtime/hooks.h"
#include "runtime/library_calls.h"

namespace heddle::runtime {
namespace {

using externals::External;

// Shared by all threads under test, whatever the process that runs them is.
char libcSingleThreaded = 0;

const std::unordered_map<std::string_view, const void*>& models() {
  static const auto table = [] {
    std::unordered_map<std::string_view, const void*> rows;
    for (const auto family :
         {externals::memory(), externals::strings(), externals::wideStrings(), externals::stdio(), externals::numbers(),
          externals::timeAndRandom(), externals::process(), externals::posixThreads(), externals::mutexes(),
          externals::wideAtomics(), externals::cxxThreads(), externals::cxxSupport(), externals::cxxContainers(),
          externals::verifier(), externals::channels()})
      for (const External& external : family) rows.emplace(external.name, external.address);
    rows.emplace("__libc_single_threaded", &libcSingleThreaded);
    return rows;
  }();
  return table;
}

bool startsWithAny(std::string_view name, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(), [&](std::string_view p) { return name.starts_with(p); });
}

// Code and data of libstdc++ that run as they are: they do not block, start
// no thread and keep no state between executions.
bool isCxxLibrary(std::string_view name) {
  if (startsWithAny(name, {"_ZNSt6thread6_State", "_ZNSt3_V214error_category", "_ZNKSt3_V214error_category",
                           "_ZNSt3_V215system_categoryEv", "_ZNSt3_V216generic_categoryEv"}))
    return true;
  if (startsWithAny(
          name, {"_ZNSt6thread", "_ZNSt18condition_variable", "_ZNSt3_V2", "_ZNSt13__future_base",
                 "_ZNSt28__atomic_futex", "_ZNKSt28__atomic_futex", "_ZNSt14basic_ifstream", "_ZNSt14basic_ofstream",
                 "_ZNSt13basic_fstream", "_ZNSt13basic_filebuf", "_ZNSt10filesystem", "_ZSt4call_once",
                 "_ZNSt3pmr26synchronized_pool_resource", "_ZNSt3pmr20set_default_resource", "_ZNSt6locale6global"}))
    return false;
  return startsWithAny(name, {"_ZNSt",  "_ZNKSt", "_ZNRSt",        "_ZNKRSt",        "_ZNOSt", "_ZNVSt", "_ZNSa",
                              "_ZSt",   "_ZNSo",  "_ZNSi",         "_ZNKSi",         "_ZNKSo", "_ZNKSd", "_ZNSs",
                              "_ZNKSs", "_ZNSd",  "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx", "_ZTVN",  "_ZTIN",  "_ZTSN",
                              "_ZTVS",  "_ZTIS",  "_ZTSS",         "_ZTTS",          "_ZTI",   "_ZTS",   "_ZGVNSt"});
}

bool isLibrarySupport(std::string_view name) {
  static constexpr std::array<std::string_view, 22> kNames{"__cxa_allocate_exception",
                                                           "__cxa_free_exception",
                                                           "__cxa_begin_catch",
                                                           "__cxa_end_catch",
                                                           "__cxa_rethrow",
                                                           "__cxa_get_exception_ptr",
                                                           "__cxa_bad_cast",
                                                           "__cxa_bad_typeid",
                                                           "__cxa_throw_bad_array_new_length",
                                                           "__cxa_init_primary_exception",
                                                           "__cxa_current_exception_type",
                                                           "__cxa_uncaught_exceptions",
                                                           "__gxx_personality_v0",
                                                           "_Unwind_Resume",
                                                           "__cxa_call_unexpected",
                                                           "stdout",
                                                           "stderr",
                                                           "stdin",
                                                           "environ",
                                                           "__environ",
                                                           "_ZSt7nothrow",
                                                           "__cxa_call_terminate"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end() || isCxxLibrary(name);
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

// The address of a declared symbol; null if nobody knows it.
const void* resolve(std::string_view name, const std::vector<std::string>& allowed) {
  if (const auto model = models().find(name); model != models().end()) return model->second;
  const bool isAllowed = std::find(allowed.begin(), allowed.end(), name) != allowed.end();
  if (!isAllowed && !isLibrarySupport(name)) return nullptr;
  return dlsym(RTLD_DEFAULT, std::string(name).c_str());
}

// Whether it is the library's own code and nobody has said to leave it alone.
bool isUnchecked(std::string_view name, const std::vector<std::string>& allowed) {
  return !models().contains(name) && isCxxLibrary(name) &&
         std::find(allowed.begin(), allowed.end(), name) == allowed.end();
}

}  // namespace

const void* compilerSupport(const std::string& name) {
  for (const auto family : {externals::arithmetic(), externals::mathematics()})
    for (const External& external : family)
      if (name == external.name) return external.address;
  static constexpr std::array<std::string_view, 7> kNames{"_Unwind_Resume", "memcpy", "memmove", "memset",
                                                          "memcmp",         "bcmp",   "strlen"};
  if (std::find(kNames.begin(), kNames.end(), name) == kNames.end()) return nullptr;
  return dlsym(RTLD_DEFAULT, name.c_str());
}

bool callsAreClosed(const llvm::Module& module) {
  // They keep no state. The second half ends the thread with a violation, if it
  // does anything: what is after that is never known, so never cached.
  static constexpr std::array<std::string_view, 16> kClosed{
      "pthread_create", "pthread_join",  "pthread_exit",       "pthread_self",      "pthread_equal",
      "heddle_assume",  "heddle_choose", "__VERIFIER_assume",

      "__assert_fail",  "__assert",      "heddle_assert_fail", "__VERIFIER_assert", "__VERIFIER_error",
      "reach_error",    "abort",         "__builtin_trap"};
  return std::none_of(module.begin(), module.end(), [](const llvm::Function& function) {
    if (!function.isDeclaration() || function.isIntrinsic() || function.use_empty()) return false;
    const std::string_view name = function.getName();
    return !name.starts_with("__heddle_") && std::find(kClosed.begin(), kClosed.end(), name) == kClosed.end();
  });
}

bool usesStreams(const llvm::Module& module) {
  return std::any_of(module.global_begin(), module.global_end(), [](const llvm::GlobalVariable& variable) {
    const llvm::StringRef name = variable.getName();
    return variable.isDeclaration() && (name == "_ZSt4cout" || name == "_ZSt4cerr" || name == "_ZSt4clog" ||
                                        name == "_ZSt3cin" || name == "_ZSt5wcout" || name == "_ZSt5wcerr");
  });
}

Result<std::vector<Binding>> bind(llvm::Module& module, const std::vector<std::string>& allowExternal) {
  std::vector<Binding> bindings;
  for (const HookSymbol& hook : hookSymbols()) bindings.push_back({hook.name, hook.address});
  for (const std::string& name : allowExternal) {
    if (models().contains(name)) continue;
    if (const Unsupported* const row = unsupported(name); row != nullptr && !row->mayBeAllowed)
      return Diagnostic{fmt::format("--allow-external {}: {}", name, row->why)};
    if (resolve(name, allowExternal) == nullptr)
      return Diagnostic{fmt::format("--allow-external {}: no such function in the C or C++ library", name)};
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
    const void* const address = resolve(name, allowExternal);
    const std::string native = "__heddle_external_" + name;
    if (address != nullptr && isUnchecked(name, allowExternal) && guardLibraryCall(function, native))
      bindings.push_back({native, const_cast<void*>(address)});
    else if (address != nullptr || function.hasExternalWeakLinkage())
      use(function, address);
    else
      refuseWhenCalled(function);
  }
  for (llvm::GlobalVariable& variable : module.globals()) {
    if (!variable.isDeclaration() || variable.use_empty() || variable.getName().starts_with("__heddle_")) continue;
    const void* const address = resolve(variable.getName(), allowExternal);
    if (address == nullptr && !variable.hasExternalWeakLinkage())
      return Diagnostic{
          fmt::format("the program needs the variable {}, which no source file defines and Heddle does not know",
                      variable.getName().str())};
    use(variable, address);
  }
  return bindings;
}

}  // namespace heddle::runtime
