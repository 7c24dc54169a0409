#include "analysis/program_calls.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

#include <array>

#include "core/hooks.h"

namespace heddle::analysis {
namespace {

using Kind = LibraryCall::Kind;
using llvm::StringLiteral;

// They tell nothing of other threads. What they write is no object of the
// program, or a word that only their like read.
constexpr std::array<StringLiteral, 28> kSilent{"__assert_fail",
                                                "abort",
                                                "exit",
                                                "_exit",
                                                "puts",
                                                "putchar",
                                                "fputs",
                                                "fflush",
                                                "strlen",
                                                "strcmp",
                                                "memcmp",
                                                "heddle_assume",
                                                "heddle_choose",
                                                "heddle_assert_fail",
                                                "__VERIFIER_assume",
                                                "__VERIFIER_error",
                                                "reach_error",
                                                "sched_yield",
                                                "thrd_yield",
                                                "usleep",
                                                "sleep",
                                                "pthread_self",
                                                "thrd_current",
                                                "pthread_detach",
                                                "pthread_mutex_unlock",
                                                "pthread_spin_unlock",
                                                "pthread_rwlock_unlock",
                                                "mtx_unlock"};
// The same, and they tell something.
constexpr std::array<StringLiteral, 18> kTelling{"pthread_mutex_trylock",
                                                 "pthread_spin_trylock",
                                                 "pthread_rwlock_rdlock",
                                                 "pthread_rwlock_wrlock",
                                                 "pthread_rwlock_tryrdlock",
                                                 "pthread_rwlock_trywrlock",
                                                 "pthread_cond_wait",
                                                 "pthread_cond_signal",
                                                 "pthread_cond_broadcast",
                                                 "pthread_barrier_wait",
                                                 "sem_wait",
                                                 "sem_trywait",
                                                 "sem_post",
                                                 "mtx_lock",
                                                 "mtx_trylock",
                                                 "cnd_wait",
                                                 "cnd_signal",
                                                 "cnd_broadcast"};
// The same, and whoever set it synchronises with the thread.
constexpr std::array<StringLiteral, 3> kSynchronising{"pthread_mutex_lock", "pthread_spin_lock", core::hooks::kLockAll};
// They write to where their arguments point.
constexpr std::array<StringLiteral, 22> kWriting{"nanosleep",
                                                 "thrd_sleep",
                                                 "clock_gettime",
                                                 "gettimeofday",
                                                 "time",
                                                 "pthread_mutex_init",
                                                 "pthread_mutex_destroy",
                                                 "pthread_spin_init",
                                                 "pthread_spin_destroy",
                                                 "pthread_rwlock_init",
                                                 "pthread_rwlock_destroy",
                                                 "pthread_cond_init",
                                                 "pthread_cond_destroy",
                                                 "pthread_barrier_init",
                                                 "pthread_attr_init",
                                                 "pthread_attr_destroy",
                                                 "pthread_mutexattr_init",
                                                 "sem_init",
                                                 "sem_destroy",
                                                 "pthread_mutexattr_settype",
                                                 "mtx_init",
                                                 "cnd_init"};
constexpr std::array<StringLiteral, 3> kJoining{"pthread_join", "thrd_join", "_ZNSt6thread4joinEv"};
constexpr std::array<StringLiteral, 2> kAllocating{"malloc", "calloc"};
constexpr StringLiteral kErrorNumber = "__errno_location";  // of an object that nothing else leads to, always the same
constexpr StringLiteral kPersonality = "__gxx_personality_v0";  // whose address only the unwinder takes
// The argument that says what the others are.
struct Printing {
  StringLiteral name;
  unsigned format;
};
constexpr std::array<Printing, 2> kPrinting{{{"printf", 0}, {"fprintf", 1}}};
// How they are given the function and its argument.
struct Starting {
  StringLiteral name;
  unsigned function, argument;
};
constexpr std::array<Starting, 2> kStarting{{{"pthread_create", 2, 3}, {"thrd_create", 1, 2}}};

const llvm::Function* calleeOf(const llvm::CallBase& call) {
  return llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
}

const Starting* startingOf(const llvm::CallBase& call) {
  const llvm::Function* const callee = calleeOf(call);
  if (!callee || !callee->isDeclaration()) return nullptr;
  for (const Starting& starting : kStarting)
    if (callee->getName() == starting.name && call.arg_size() > starting.argument) return &starting;
  return nullptr;
}

bool mayCarryPointer(const llvm::Type& type) { return type.isPtrOrPtrVectorTy() || type.isAggregateType(); }

// Whether a format has `%n`, which writes.
bool mayCount(const llvm::Value& format) {
  llvm::StringRef text;
  if (!llvm::getConstantStringInfo(&format, text)) return true;
  while (text.contains('%')) {
    text = text.split('%').second.ltrim("0123456789$ #+-'.*hlLqjzt");
    if (text.starts_with("n")) return true;
    text = text.drop_front(text.empty() ? 0 : 1);  // the letter, or a second `%`
  }
  return false;
}

void gatherFunctions(const llvm::Constant& constant, ProgramCalls::Functions& found) {
  if (const auto* function = llvm::dyn_cast<llvm::Function>(&constant)) {
    found.push_back(function);
    return;
  }
  for (const llvm::Value* operand : constant.operand_values())
    if (const auto* part = llvm::dyn_cast<llvm::Constant>(operand)) gatherFunctions(*part, found);
}

}  // namespace

LibraryCall libraryCall(const llvm::CallBase& call) {
  const llvm::Function* const callee = calleeOf(call);
  if (call.isInlineAsm()) return {};
  if (!callee) return {};
  const llvm::StringRef name = callee->getName();
  const auto isOneOf = [&](const auto& names) { return llvm::is_contained(names, name); };
  if (startingOf(call)) return {.kind = Kind::Starts, .learns = false, .writes = true};
  if (isOneOf(kSilent) || name.starts_with("__heddle_") || name.starts_with("__VERIFIER_nondet_"))
    return {.kind = callee->getReturnType()->isPointerTy() ? Kind::Unknown : Kind::Known, .learns = false};
  // What it gives to whoever joins is not followed. What runs at the end of a thread runs as well if that returns.
  if (name == "pthread_exit" && call.arg_size() == 1 && llvm::isa<llvm::ConstantPointerNull>(call.getArgOperand(0)))
    return {.kind = Kind::Known, .learns = false};
  for (const Printing& printing : kPrinting)
    if (name == printing.name && call.arg_size() > printing.format)
      return {.kind = Kind::Known, .learns = false, .writes = mayCount(*call.getArgOperand(printing.format))};
  if (isOneOf(kTelling)) return {.kind = Kind::Known};
  if (isOneOf(kSynchronising)) return {.kind = Kind::Known, .synchronises = true};
  if (isOneOf(kWriting)) return {.kind = Kind::Known, .learns = false, .writes = true};
  if (isOneOf(kJoining)) return {.kind = Kind::Known, .synchronises = true, .writes = true};
  if (isOneOf(kAllocating) || name == kErrorNumber || name.starts_with("_Znw") || name.starts_with("_Zna"))
    return {.kind = Kind::Allocates, .learns = false};
  if (name == "free" || name.starts_with("_ZdlPv") || name.starts_with("_ZdaPv"))
    return {.kind = Kind::Frees, .learns = false};
  const bool isAboutNumbers = !mayCarryPointer(*call.getType()) && llvm::none_of(call.args(), [](const llvm::Use& use) {
    return mayCarryPointer(*use->getType());
  });
  return {.kind = isAboutNumbers ? Kind::Known : Kind::Unknown};
}

bool makesNewObject(const llvm::CallBase& call) {
  const llvm::Function* const callee = calleeOf(call);
  return callee && callee->isDeclaration() && callee->getName() != kErrorNumber &&
         libraryCall(call).kind == Kind::Allocates;
}

ProgramCalls::ProgramCalls(const llvm::Module& module) {
  const auto gather = [&](const char* name, Functions& found) {
    const auto* const list = module.getGlobalVariable(name);
    if (list && list->hasInitializer()) gatherFunctions(*list->getInitializer(), found);
  };
  gather("llvm.global_ctors", constructors_);
  gather("llvm.global_dtors", destructors_);
  for (const llvm::Function& function : module) {
    if (function.isIntrinsic() || !function.hasAddressTaken() || function.getName() == kPersonality) continue;
    if (function.isDeclaration())
      hasExternalAddresses_ = true;
    else
      addressTaken_.push_back(&function);
  }
}

bool ProgramCalls::isEnteredFromOutside(const llvm::Function& function) const {
  return !function.hasLocalLinkage() && function.getName() != core::hooks::kMain;
}

bool ProgramCalls::mayLeave(const llvm::CallBase& call) const { return !calleeOf(call) && hasExternalAddresses_; }

ProgramCalls::Functions ProgramCalls::targetsOf(const llvm::CallBase& call) const {
  if (call.isInlineAsm()) return {};
  const llvm::Function* const callee = calleeOf(call);
  if (!callee) return addressTaken_;
  return callee->isDeclaration() ? Functions{} : Functions{callee};
}

ProgramCalls::Functions ProgramCalls::startedBy(const llvm::CallBase& call) const {
  const Starting* const starting = startingOf(call);
  if (!starting) return {};
  const auto* function =
      llvm::dyn_cast<llvm::Function>(call.getArgOperand(starting->function)->stripPointerCastsAndAliases());
  return function && !function->isDeclaration() ? Functions{function} : addressTaken_;
}

const llvm::Use& ProgramCalls::argumentOf(const llvm::CallBase& starting) {
  return starting.getArgOperandUse(startingOf(starting)->argument);
}

}  // namespace heddle::analysis
