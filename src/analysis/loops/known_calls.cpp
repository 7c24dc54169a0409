#include "analysis/loops/known_calls.h"

#include <llvm/ADT/STLExtras.h>

#include <array>

#include "analysis/loops/error_number.h"
#include "core/hooks.h"

namespace heddle::analysis {
namespace {

using llvm::StringLiteral;

// Library functions that change nothing, ever. Who sleeps sees more time gone
// by if it reads a clock; no program should care how much.
constexpr std::array<StringLiteral, 11> kPure{
    "sched_yield",
    "pthread_yield",
    "thrd_yield",
    core::hooks::kYield,
    "sleep",
    "usleep",
    "_ZNSt11this_thread11__sleep_forENSt6chrono8durationIlSt5ratioILl1ELl1EEEENS1_IlS2_ILl1ELl1000000000EEEE",
    "pthread_self",
    "thrd_current",
    "_ZNSt6thread20hardware_concurrencyEv",
    "__errno_location"};
// The same, for as long as the argument points to.
struct TimedSleep {
  StringLiteral name;
  unsigned time;
  bool hasErrno;  // says there that the time is not valid
};
constexpr std::array<TimedSleep, 3> kSleep{
    {{"nanosleep", 0, true}, {"thrd_sleep", 0, true}, {"clock_nanosleep", 2, false}}};
// They choose a value; that is all.
constexpr StringLiteral kNondet = "__VERIFIER_nondet_";
constexpr StringLiteral kChoose = "heddle_choose";
// They change nothing when they answer something other than 0.
constexpr std::array<StringLiteral, 2> kTry{"pthread_mutex_trylock", "pthread_spin_trylock"};

// What they do are accesses to the word of a lock, or the ends of a step that
// holds others.
constexpr std::array<StringLiteral, 12> kByEvents{
    core::hooks::kLockAll,   "pthread_mutex_lock",        "pthread_mutex_unlock",       "pthread_mutex_trylock",
    "pthread_spin_lock",     "pthread_spin_unlock",       "pthread_spin_trylock",       "__VERIFIER_atomic_begin",
    "__VERIFIER_atomic_end", core::hooks::kPureIteration, core::hooks::kIterationBegin, core::hooks::kIterationEnd};

// What is inserted around iterations of inner loops (transform/loops/iteration_checks.h).
constexpr std::array<StringLiteral, 2> kChecks{core::hooks::kIterationBegin, core::hooks::kIterationEnd};

}  // namespace

const llvm::Function* externalCallee(const llvm::Instruction& instruction) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
  const llvm::Function* callee = call ? call->getCalledFunction() : nullptr;
  return callee && callee->isDeclaration() ? callee : nullptr;
}

bool takesOnlyTime(const llvm::CallBase& call) {
  const llvm::Function* callee = externalCallee(call);
  return callee && llvm::is_contained(kPure, callee->getName());
}

const llvm::Value* sleepsFor(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (!callee || !callee->isDeclaration()) return nullptr;
  for (const TimedSleep& sleep : kSleep) {
    if (callee->getName() != sleep.name || sleep.time >= call.arg_size()) continue;
    const llvm::Value* const time = call.getArgOperand(sleep.time);
    return sleep.hasErrno && setsErrorNumber(call, *time) ? nullptr : time;
  }
  return nullptr;
}

bool isChoice(const llvm::Function& callee) {
  return callee.getName().starts_with(kNondet) || callee.getName() == kChoose;
}

bool isTry(const llvm::Function& callee) { return llvm::is_contained(kTry, callee.getName()); }

bool isEvents(const llvm::Function& callee) { return llvm::is_contained(kByEvents, callee.getName()); }

bool isIterationCheck(const llvm::Function& callee) { return llvm::is_contained(kChecks, callee.getName()); }

bool isOwnErrorNumber(const llvm::LoadInst& load) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(load.getPointerOperand());
  const llvm::Function* callee = call ? externalCallee(*call) : nullptr;
  return callee && callee->getName() == "__errno_location";
}

bool isAssume(const llvm::Instruction& instruction) {
  const llvm::Function* callee = externalCallee(instruction);
  if (!callee || callee->arg_size() == 0) return false;
  return callee->getName() == "heddle_assume" || callee->getName() == "__VERIFIER_assume" ||
         isPureIteration(instruction);
}

bool isPureIteration(const llvm::Instruction& instruction) {
  const llvm::Function* callee = externalCallee(instruction);
  return callee && callee->getName() == core::hooks::kPureIteration;
}

}  // namespace heddle::analysis
