// Locks: the rules of the executor (core/lock_rules.h), and kinds of mutexes.
#include <pthread.h>

#include <algorithm>
#include <ctime>

#include "core/lock_rules.h"
#include "symbolic/accesses.h"
#include "symbolic/mutex_kind.h"
#include "symbolic/region.h"
#include "symbolic/types.h"

namespace heddle::symbolic {

// The words that say of which kind a mutex is, and whether it is that mutex. One that is always of the usual kind has
// none.
std::vector<std::pair<Target, Formula>> Region::kindsOf(const llvm::Value& mutex, Formula address) const {
  std::vector<std::pair<Target, Formula>> all;
  for (const Target& target : targetsOf(address, mutex, /*bytes=*/8))
    if (target.object->kinds.contains(target.offset))
      all.emplace_back(Target{target.object, target.offset + mutex_kind::kOffset},
                       f_.equal(address, f_.constant(target.object->address + target.offset, 64)));
  return all;
}

void Region::noteKinds(const std::vector<std::pair<Target, Formula>>& kinds, Formula mutex, bool writes) {
  if (kinds.empty()) return;
  const Formula address = f_.binary(Kind::Add, mutex, f_.constant(mutex_kind::kOffset, 64));
  SharedAccess access{address, mutex_kind::kBytes, writes, std::nullopt, {}};
  for (const auto& [kind, isHere] : kinds)
    for (const Cell& part : kind.object->cells)
      if (part.offset >= kind.offset && part.offset < kind.offset + mutex_kind::kBytes)
        access.words.push_back(all_.cells[part.number]);
  std::ranges::sort(access.words);
  transition_.accesses.push_back(std::move(access));
}

Formula Region::kindOf(const llvm::CallBase& call, const State& state) {
  const llvm::Value& mutex = *call.getArgOperand(0);
  const Formula address = valueOf(state, mutex);
  const auto kinds = kindsOf(mutex, address);
  if (isNoticed(call)) noteKinds(kinds, address, /*writes=*/false);
  Formula value = f_.constant(PTHREAD_MUTEX_DEFAULT, mutex_kind::kBytes * 8);
  for (const auto& [kind, isHere] : kinds)
    value = f_.choose(isHere, contentOf(state, *kind.object, kind.offset, mutex_kind::kBytes), value);
  return f_.binary(Kind::And, value, f_.constant(mutex_kind::kMask, mutex_kind::kBytes * 8));
}

void Region::clear(const llvm::CallBase& call, const LibraryAction& what, State& state) {
  const llvm::Value& pointer = *call.getArgOperand(0);
  storeNoticed(state, call, pointer, f_.constant(0, what.bytes * 8U));
  if (!what.hasKind) return;
  const Formula value = loadIfGiven(state, call, *call.getArgOperand(1), kAttributeBytes);
  const Formula address = valueOf(state, pointer);
  const auto kinds = kindsOf(pointer, address);
  if (isNoticed(call)) noteKinds(kinds, address, /*writes=*/true);
  for (const auto& [kind, isHere] : kinds) setContent(state, *kind.object, kind.offset, value, isHere);
}

bool Region::update(const llvm::CallBase& call, const LibraryAction& what, State& state) {
  const llvm::Value& pointer = *call.getArgOperand(0);
  const bool isLocation = start_ == &call;
  const unsigned width = what.bytes * 8U;
  if (isLocation) {
    const core::Order order = what.rule == &core::locks::kUnlock ? core::Order::Release : core::Order::Acquire;
    transition_.effect = {.order = order, .failOrder = core::Order::Relaxed, .isUpdate = true};
  }
  if (isNoticed(call)) noteShared(pointer, valueOf(state, pointer), what.bytes, true, std::nullopt);
  const Formula cameHere = state.reached;
  const Formula old = load(state, call, pointer, what.bytes);
  const Formula isNowhere = f_.conjunction(cameHere, f_.negation(state.reached));  // it waits for nothing there
  const Formula self = f_.constant(thread_ + 1, width);
  const Formula kind = what.hasKind ? kindOf(call, state) : f_.constant(PTHREAD_MUTEX_DEFAULT, 32);
  const Formula isRecursive = f_.equal(kind, f_.constant(PTHREAD_MUTEX_RECURSIVE, 32));
  const Formula isChecking = f_.equal(kind, f_.constant(PTHREAD_MUTEX_ERRORCHECK, 32));
  const auto is = [&](std::uint64_t value) { return f_.equal(old, f_.constant(value, width)); };

  // What is wrong before: an error, or a misuse.
  const Formula isHeld = f_.equal(f_.binary(Kind::And, old, f_.constant(0xffff'ffff, width)), self);
  Formula isError = Formulas::kFalse, isMisuse = Formulas::kFalse;
  switch (what.before) {
    case Before::Anything: break;
    case Before::Holds:
      isError = f_.conjunction(f_.negation(isHeld), f_.disjunction(isRecursive, isChecking));
      isMisuse = f_.conjunction(f_.negation(isHeld), f_.negation(isError));
      break;
    case Before::MustNotHold:
      isError = f_.conjunction(isHeld, isChecking);
      isMisuse = f_.conjunction(isHeld, f_.negation(f_.disjunction(isRecursive, isChecking)));
      break;
    case Before::ShouldNotHold: isError = f_.conjunction(isHeld, isChecking); break;
    case Before::IsFree: isMisuse = f_.negation(is(core::locks::kFree)); break;
  }
  const std::uint64_t destroyed =
      what.bytes == 8 ? core::locks::kDestroyed : static_cast<std::uint32_t>(core::locks::kDestroyed);
  isMisuse = f_.disjunction(isMisuse, f_.conjunction(f_.negation(isError), is(destroyed)));

  const auto term = [&](const core::terms::Node* core::UpdateTerms::* which) {
    const Formula usual = termValue(*(what.rule->terms->*which), old, self, old);
    if (!what.recursive) return usual;
    return f_.choose(isRecursive, termValue(*(what.recursive->terms->*which), old, self, old), usual);
  };
  const Formula isOver = f_.disjunction(isError, isMisuse);
  const Formula enabled =
      f_.disjunction(f_.disjunction(isNowhere, isOver), f_.isNotZero(term(&core::UpdateTerms::enabled)));
  const Formula writes = f_.conjunction(f_.negation(isOver), f_.isNotZero(term(&core::UpdateTerms::writes)));
  const Formula value = term(&core::UpdateTerms::value);
  if (isLocation)
    transition_.enabled = enabled;
  else if (enabled != Formulas::kTrue)
    return refuse(call, "waits where no other thread runs");
  if (isLocation) {
    transition_.isOfLock = writes != Formulas::kFalse;
    transition_.lock = lockUse(what, pointer, state);
  }
  fail(state, call, core::ViolationKind::LockMisuse, isMisuse);
  store(state, call, pointer, value, writes);
  if (what.until != 0) requireTime(call, what, f_.negation(f_.disjunction(writes, isError)), state);
  if (!call.getType()->isVoidTy()) {
    const unsigned bits = partsOf(*call.getType())[0];
    const auto code = [&](int number) { return f_.constant(static_cast<std::uint64_t>(number), bits); };
    define(state, call, f_.choose(isError, code(what.error), f_.choose(writes, code(0), code(what.otherwise))));
  }
  return true;
}

// Nothing: it is not known which lock it is, or of which kind.
std::optional<LockUse> Region::lockUse(const LibraryAction& what, const llvm::Value& pointer,
                                       const State& state) const {
  using namespace core::locks;
  const Formula address = valueOf(state, pointer);
  if (!f_.isConstant(address) || !kindsOf(pointer, address).empty()) return std::nullopt;
  const Object* const object = all_.objects.at(f_.valueOf(address), what.bytes);
  if (!object || object->isBlock) return std::nullopt;
  const auto word = std::ranges::find(object->cells, f_.valueOf(address) - object->address, &Cell::offset);
  if (word == object->cells.end() || word->bytes != what.bytes) return std::nullopt;
  return LockUse{.lock = all_.cells[word->number],
                 .takes = what.rule == &kLock || what.rule == &kSpinLock,
                 .givesBack = what.rule == &kUnlock};
}

// The time until which it would wait is there to be read.
void Region::requireTime(const llvm::CallBase& call, const LibraryAction& what, Formula isRead, State& state) {
  const llvm::Value& time = *call.getArgOperand(what.until);
  if (isNoticed(call)) noteShared(time, valueOf(state, time), sizeof(timespec), false, std::nullopt);
  State reading = state;
  reading.reached = f_.conjunction(state.reached, isRead);
  if (reading.reached == Formulas::kFalse) return;
  resolved(reading, call, time, sizeof(timespec), /*writes=*/false);
  state.reached = f_.disjunction(f_.conjunction(state.reached, f_.negation(isRead)), reading.reached);
}

// What an argument points to; 0 if it is null.
Formula Region::loadIfGiven(State& state, const llvm::CallBase& call, const llvm::Value& pointer, unsigned bytes) {
  const Formula isGiven = f_.isNotZero(valueOf(state, pointer));
  if (isGiven == Formulas::kFalse) return f_.constant(0, bytes * 8);
  if (isNoticed(call)) noteShared(pointer, valueOf(state, pointer), bytes, false, std::nullopt);
  State reading = state;
  reading.reached = f_.conjunction(state.reached, isGiven);
  const Formula value = load(reading, call, pointer, bytes);
  state.reached = f_.disjunction(f_.conjunction(state.reached, f_.negation(isGiven)), reading.reached);
  return f_.choose(isGiven, value, f_.constant(0, bytes * 8));
}

}  // namespace heddle::symbolic
