#include "transform/library_facts.h"

#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/Local.h>

#include <array>

namespace heddle::transform {
namespace {

struct Fact {
  llvm::StringLiteral function;
  unsigned argument;
  bool exact;
};

constexpr std::array kFacts{
    Fact{"pthread_create", 0, true},
    Fact{"pthread_create", 1, true},
    Fact{"pthread_join", 1, true},
    Fact{"pthread_attr_init", 0, true},
    Fact{"pthread_attr_destroy", 0, true},
    Fact{"pthread_attr_setdetachstate", 0, true},
    Fact{"pthread_attr_setstacksize", 0, true},
    Fact{"pthread_mutexattr_init", 0, true},
    Fact{"pthread_mutexattr_destroy", 0, true},
    Fact{"pthread_mutexattr_settype", 0, true},
    Fact{"pthread_mutex_init", 1, true},
    Fact{"pthread_key_create", 0, true},
    Fact{"clock_gettime", 1, true},
    Fact{"gettimeofday", 0, true},
    Fact{"nanosleep", 0, true},
    Fact{"nanosleep", 1, true},
    Fact{"thrd_sleep", 0, true},
    Fact{"thrd_sleep", 1, true},
    Fact{"clock_nanosleep", 2, true},
    Fact{"clock_nanosleep", 3, true},
    Fact{"time", 0, true},
    Fact{"pthread_mutex_timedlock", 1, true},
    Fact{"memcpy", 0, false},
    Fact{"memcpy", 1, false},
    Fact{"memset", 0, false},
    Fact{"memcmp", 0, false},
    Fact{"memcmp", 1, false},
    Fact{"strlen", 0, false},
    Fact{"strcmp", 0, false},
    Fact{"strcmp", 1, false},
    Fact{"strcpy", 0, false},
    Fact{"strcpy", 1, false},
    Fact{"snprintf", 0, false},
    Fact{"sprintf", 0, false},
    Fact{"printf", 0, false},
    Fact{"puts", 0, false},
};

// Points of cancellation, which to a compiler may throw. There is no cancellation here.
constexpr std::array<llvm::StringLiteral, 12> kReturning{
    "sleep",      "usleep", "nanosleep", "clock_nanosleep", "thrd_sleep", "sched_yield", "pthread_yield",
    "thrd_yield", "printf", "puts",      "putchar",         "fprintf"};

// Whoever calls it needs no way out for exceptions.
void forgetExceptions(llvm::Function& function) {
  function.setDoesNotThrow();
  for (llvm::User* user : llvm::make_early_inc_range(function.users()))
    if (auto* invoke = llvm::dyn_cast<llvm::InvokeInst>(user); invoke && invoke->getCalledFunction() == &function)
      llvm::changeToCall(invoke);
}

const llvm::Function* externalCallee(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  return callee && callee->isDeclaration() ? callee : nullptr;
}

}  // namespace

void addLibraryFacts(llvm::Module& module) {
  for (const Fact& fact : kFacts) {
    llvm::Function* function = module.getFunction(fact.function);
    if (!function || !function->isDeclaration() || fact.argument >= function->arg_size()) continue;
    if (function->getArg(fact.argument)->getType()->isPointerTy())
      function->addParamAttr(fact.argument, llvm::Attribute::NoCapture);
  }
  for (const llvm::StringLiteral name : kReturning)
    if (llvm::Function* function = module.getFunction(name); function && function->isDeclaration())
      forgetExceptions(*function);
}

bool touchesExactly(const llvm::CallBase& call, unsigned argument) {
  const llvm::Function* callee = externalCallee(call);
  if (!callee) return false;
  for (const Fact& fact : kFacts)
    if (fact.exact && fact.argument == argument && fact.function == callee->getName()) return true;
  return false;
}

}  // namespace heddle::transform
