#include "symbolic/library_action.h"

#include <cerrno>
#include <string_view>
#include <unordered_map>

#include "analysis/library.h"
#include "core/lock_rules.h"
#include "symbolic/flat_program.h"

namespace heddle::symbolic {
namespace {

using core::ViolationKind;
using core::library::Effect;
using core::library::InLoop;
using namespace core::locks;

const std::unordered_map<std::string_view, LibraryAction>& rows() {
  constexpr LibraryAction lock{.action = Action::Updates, .rule = &kLock};
  constexpr LibraryAction tryLock{.action = Action::Updates, .rule = &kTryLock, .otherwise = EBUSY};
  constexpr LibraryAction unlock{.action = Action::Updates, .rule = &kUnlock, .byHolder = true};
  constexpr LibraryAction fails{.action = Action::Fails};
  static const std::unordered_map<std::string_view, LibraryAction> all{
      {"pthread_mutex_lock", lock},
      {"pthread_mutex_trylock", tryLock},
      {"pthread_mutex_unlock", unlock},
      {"pthread_mutex_init", {.action = Action::Clears}},
      {"pthread_mutex_destroy", {.action = Action::Updates, .rule = &kDestroy, .whenFree = true}},
      {"pthread_spin_init", {.action = Action::Clears, .bytes = 4}},
      {"pthread_spin_destroy", {.action = Action::Nothing}},
      {"pthread_spin_lock", {.action = Action::Updates, .rule = &kSpinLock, .bytes = 4}},
      {"pthread_spin_trylock", {.action = Action::Updates, .rule = &kTryLock, .bytes = 4, .otherwise = EBUSY}},
      {"pthread_spin_unlock", {.action = Action::Updates, .rule = &kUnlock, .bytes = 4, .byHolder = true}},
      {"__VERIFIER_atomic_begin", {.action = Action::BeginsSection}},
      {"__VERIFIER_atomic_end", {.action = Action::EndsSection}},
      {"pthread_detach", {.action = Action::Detaches}},
      {"pthread_exit", {.action = Action::Ends}},
      {"pthread_self", {.action = Action::Self}},
      {"malloc", {.action = Action::Allocates}},
      {"calloc", {.action = Action::Allocates}},
      {"free", {.action = Action::Frees}},
      {"sched_yield", {.action = Action::Nothing}},
      {kExceeds, {.action = Action::Exceeds}},
      {kWildCall, {.action = Action::Fails, .failure = ViolationKind::NullDereference}},
      {"__assert_fail", fails},
      {"heddle_assert_fail", fails},
      {"reach_error", fails},
      {"__VERIFIER_error", fails},
      {"abort", {.action = Action::Fails, .failure = ViolationKind::Abort}},
      {"heddle_choose", {.action = Action::Chooses}},
  };
  return all;
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
  if (facts.inLoop == InLoop::Chooses && callee->getName().starts_with("__VERIFIER_nondet_"))
    return {.action = Action::AnyValue};
  if (facts.effect == Effect::Prints || facts.printsText) return {.action = Action::Nothing, .isPrinted = true};
  if (facts.inLoop == InLoop::TakesTime) return {.action = Action::Nothing};
  return {};
}

}  // namespace heddle::symbolic
