#include "symbolic/library_action.h"

#include <cerrno>
#include <string_view>
#include <unordered_map>

#include "analysis/library.h"
#include "analysis/program_calls.h"
#include "core/channel_rules.h"
#include "core/hooks.h"
#include "core/lock_rules.h"

namespace heddle::symbolic {
namespace {

using core::ViolationKind;
using core::library::Effect;
using core::library::InLoop;
using namespace core::locks;

const std::unordered_map<std::string_view, LibraryAction>& rows() {
  const auto timed = [](std::uint8_t until) {
    return LibraryAction{.action = Action::Updates,
                         .rule = &kTryLock,
                         .recursive = &kTryLockRecursive,
                         .hasKind = true,
                         .before = Before::ShouldNotHold,
                         .otherwise = ETIMEDOUT,
                         .error = EDEADLK,
                         .until = until};
  };
  constexpr LibraryAction nothing{.action = Action::Nothing};
  constexpr LibraryAction exits{.action = Action::Exits};
  constexpr LibraryAction fails{.action = Action::Fails};
  static const std::unordered_map<std::string_view, LibraryAction> all{
      {"pthread_mutex_lock",
       {.action = Action::Updates,
        .rule = &kLock,
        .recursive = &kLockRecursive,
        .hasKind = true,
        .before = Before::MustNotHold,
        .error = EDEADLK}},
      {"pthread_mutex_trylock",
       {.action = Action::Updates,
        .rule = &kTryLock,
        .recursive = &kTryLockRecursive,
        .hasKind = true,
        .otherwise = EBUSY}},
      {"pthread_mutex_timedlock", timed(1)},
      {"pthread_mutex_clocklock", timed(2)},
      {"pthread_mutex_unlock",
       {.action = Action::Updates,
        .rule = &kUnlock,
        .recursive = &kUnlock,
        .hasKind = true,
        .before = Before::Holds,
        .error = EPERM}},
      {"pthread_mutex_init", {.action = Action::Clears, .hasKind = true}},
      {"pthread_mutex_destroy", {.action = Action::Updates, .rule = &kDestroy, .before = Before::IsFree}},
      {"pthread_spin_init", {.action = Action::Clears, .bytes = 4}},
      {"pthread_spin_destroy", {.action = Action::Updates, .rule = &kDestroy, .bytes = 4, .before = Before::IsFree}},
      {"pthread_spin_lock", {.action = Action::Updates, .rule = &kSpinLock, .bytes = 4}},
      {"pthread_spin_trylock", {.action = Action::Updates, .rule = &kTryLock, .bytes = 4, .otherwise = EBUSY}},
      {"pthread_spin_unlock", {.action = Action::Updates, .rule = &kUnlock, .bytes = 4, .before = Before::Holds}},
      {"__VERIFIER_atomic_begin", {.action = Action::BeginsSection}},
      {"__VERIFIER_atomic_end", {.action = Action::EndsSection}},
      {"pthread_detach", {.action = Action::Detaches}},
      {"pthread_exit", {.action = Action::Ends}},
      {"exit", exits},
      {"_exit", exits},
      {"_Exit", exits},
      {"quick_exit", exits},
      {"pthread_self", {.action = Action::Self}},
      {"malloc", {.action = Action::Allocates}},
      {"calloc", {.action = Action::Allocates, .factors = 2}},
      {"free", {.action = Action::Frees}},
      {"cfree", {.action = Action::Frees}},
      {"_Znwm", {.action = Action::Allocates, .family = Family::New}},
      {"_ZnwmRKSt9nothrow_t", {.action = Action::Allocates, .family = Family::New}},
      {"_Znam", {.action = Action::Allocates, .family = Family::NewArray}},
      {"_ZnamRKSt9nothrow_t", {.action = Action::Allocates, .family = Family::NewArray}},
      {"_ZdlPv", {.action = Action::Frees, .family = Family::New}},
      {"_ZdlPvm", {.action = Action::Frees, .family = Family::New}},
      {"_ZdlPvRKSt9nothrow_t", {.action = Action::Frees, .family = Family::New}},
      {"_ZdaPv", {.action = Action::Frees, .family = Family::NewArray}},
      {"_ZdaPvm", {.action = Action::Frees, .family = Family::NewArray}},
      {"_ZdaPvRKSt9nothrow_t", {.action = Action::Frees, .family = Family::NewArray}},
      {"__heddle_block_bytes", {.action = Action::Measures}},  // of realloc (library/blocks.ll)
      {core::hooks::kChannelBlock, {.action = Action::Allocates, .family = Family::Channel}},
      {core::hooks::kChannelBytes, {.action = Action::Measures, .family = Family::Channel}},
      {core::hooks::kAwaitMessage, {.action = Action::Updates, .rule = &core::channels::kReceive}},
      {"sched_yield", nothing},
      {"pthread_yield", nothing},
      {"thrd_yield", nothing},
      {"sleep", nothing},
      {"usleep", nothing},
      {"_ZNSt11this_thread11__sleep_forENSt6chrono8durationIlSt5ratioILl1ELl1EEEENS1_IlS2_ILl1ELl1000000000EEEE",
       nothing},
      {kExceeds, {.action = Action::Exceeds}},
      {kWildCall, {.action = Action::Fails, .failure = ViolationKind::NullDereference}},
      {"__assert_fail", fails},
      {"heddle_assert_fail", fails},
      {"reach_error", fails},
      {"__VERIFIER_error", fails},
      {"abort", {.action = Action::Fails, .failure = ViolationKind::Abort}},
      {"_ZSt9terminatev", {.action = Action::Fails, .failure = ViolationKind::Abort}},
      {"heddle_choose", {.action = Action::Chooses}},
  };
  return all;
}

// Of the type that the call returns.
bool returnsAnyValue(const llvm::CallBase& call, const core::library::Facts& facts) {
  if (facts.inLoop != InLoop::Chooses) return false;
  const llvm::Type& type = *call.getType();
  constexpr unsigned kBool = 1;
  return !type.isIntegerTy() || type.isIntegerTy(facts.anyOfBits != 0 ? facts.anyOfBits : kBool);
}

}  // namespace

LibraryAction actionOf(const llvm::CallBase& call) {
  const auto* const callee = llvm::dyn_cast<llvm::Function>(call.getCalledOperand()->stripPointerCastsAndAliases());
  if (!callee) return {};
  if (const auto row = rows().find(callee->getName()); row != rows().end()) return row->second;
  const core::library::Facts& facts = analysis::factsOf(*callee);
  const bool isPosix = callee->getName().starts_with("pthread_");
  if (isPosix && facts.effect == Effect::Starts) return {.action = Action::Starts};
  if (isPosix && facts.effect == Effect::Joins) return {.action = Action::Joins};
  if (facts.inLoop == InLoop::Assumes) return {.action = Action::Assumes};
  if (returnsAnyValue(call, facts)) return {.action = Action::AnyValue};
  const bool prints = facts.printsText || (facts.effect == Effect::Prints && !analysis::libraryCall(call).writes);
  if (prints) return {.action = Action::Nothing, .isPrinted = true};
  return {};
}

}  // namespace heddle::symbolic
