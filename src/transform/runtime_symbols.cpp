#include "transform/runtime_symbols.h"

#include <llvm/IR/Function.h>

#include "core/hooks.h"

namespace heddle::transform {
namespace {

namespace hooks = core::hooks;
using llvm::Type;

enum Trait : unsigned { None = 0, Cold = 1, NoReturn = 2 };

llvm::FunctionCallee declare(llvm::Module& module, const char* name, Type* result, llvm::ArrayRef<Type*> arguments,
                             unsigned traits = None) {
  auto callee = module.getOrInsertFunction(name, llvm::FunctionType::get(result, arguments, false));
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotThrow();
  if (traits & Cold) function->addFnAttr(llvm::Attribute::Cold);
  if (traits & NoReturn) function->setDoesNotReturn();
  return callee;
}

llvm::GlobalVariable* variable(llvm::Module& module, const char* name, Type* type) {
  return llvm::cast<llvm::GlobalVariable>(module.getOrInsertGlobal(name, type));
}

}  // namespace

RuntimeSymbols::RuntimeSymbols(llvm::Module& module) : module_(module) {
  auto& context = module.getContext();
  Type* none = Type::getVoidTy(context);
  Type* ptr = llvm::PointerType::getUnqual(context);
  Type* i32 = Type::getInt32Ty(context);
  Type* i64 = Type::getInt64Ty(context);

  plainLoad = declare(module, hooks::kPlainLoad, i64, {ptr, i32}, Cold);
  outsideConstant = declare(module, hooks::kOutsideConstant, i64, {ptr, i32, ptr, i64}, Cold);
  plainStore = declare(module, hooks::kPlainStore, none, {ptr, i32, i64}, Cold);
  plainReadRange = declare(module, hooks::kPlainReadRange, none, {ptr, i64, i32});
  plainWriteRange = declare(module, hooks::kPlainWriteRange, none, {ptr, i64, i32});

  load = declare(module, hooks::kLoad, i64, {ptr, i32});
  store = declare(module, hooks::kStore, none, {ptr, i32, i64});
  rmw = declare(module, hooks::kRmw, i64, {ptr, i32, i64});
  cas = declare(module, hooks::kCas, i64, {ptr, i32, i64, i64});
  load16 = declare(module, hooks::kLoad16, none, {ptr, i32, ptr});
  store16 = declare(module, hooks::kStore16, none, {ptr, i32, ptr});
  rmw16 = declare(module, hooks::kRmw16, none, {ptr, i32, ptr, ptr});
  cas16 = declare(module, hooks::kCas16, none, {ptr, i32, ptr, ptr, ptr});
  fence = declare(module, hooks::kFence, none, {i32});
  await = declare(module, hooks::kAwait, i64, {ptr, i32, i64, i64, i64, i64});

  stackEnter = declare(module, hooks::kStackEnter, none, {ptr, i64, i32});
  stackLeave = declare(module, hooks::kStackLeave, none, {ptr, i64});
  jumpPoint = declare(module, hooks::kJumpPoint, ptr, {ptr});
  jumpPointsEnd = declare(module, hooks::kJumpPointsEnd, none, {});
  landed = declare(module, hooks::kLanded, none, {});

  division = declare(module, hooks::kDivision, none, {i32}, Cold | NoReturn);
  unreachable = declare(module, hooks::kUnreachable, none, {i32}, Cold | NoReturn);
  loopLimit = declare(module, hooks::kLoopLimit, none, {i32}, Cold);
  loopBound = declare(module, hooks::kLoopBound, none, {i32, i32}, Cold);
  longLoop = declare(module, hooks::kLongLoop, none, {i32, i64}, Cold);
  pureIteration = declare(module, hooks::kPureIteration, none, {i32, i32, i32});
  iterationBegin = declare(module, hooks::kIterationBegin, i64, {});
  iterationEnd = declare(module, hooks::kIterationEnd, none, {i32, i32, i64, i32});
  ghostAccess = declare(module, hooks::kGhostAccess, none, {ptr, i32});
  yield = declare(module, hooks::kYield, none, {i32});

  watch = variable(module, hooks::kWatch, Type::getInt8Ty(context));
  budget = variable(module, hooks::kBudget, i64);
  callSite = variable(module, hooks::kCallSite, i32);
  userSite = variable(module, hooks::kUserSite, i32);
  calls = variable(module, hooks::kCalls, ptr);
  tls = variable(module, hooks::kTls, ptr);
}

void RuntimeSymbols::dropUnused() {
  for (llvm::Function& function : llvm::make_early_inc_range(module_)) {
    if (function.isDeclaration() && isRuntimeName(function.getName()) && function.use_empty())
      function.eraseFromParent();
  }
  for (llvm::GlobalVariable* global : {watch, budget, callSite, userSite, calls, tls}) {
    if (global->use_empty()) global->eraseFromParent();
  }
}

bool isRuntimeName(llvm::StringRef name) { return name.starts_with("__heddle_"); }

}  // namespace heddle::transform
