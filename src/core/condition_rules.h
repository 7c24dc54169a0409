// The rules of condition variables, and of the words at which their waiters sleep.
//
// The word of a condition variable has a bit for each thread that waits there, by id. Who
// signals takes one of them out, any; if there are several, it says so with a bit of its own,
// which keeps all others away until it has chosen. Then it counts up the word of the thread
// that is to wake up. That has counted how often it was woken, and sleeps until it is once more.
//
// Who is woken knows what whoever woke it has done (POSIX, 4.12); else these words order nothing.
#pragma once

#include <cstdint>

#include "core/update.h"

namespace heddle::core::conditions {

inline constexpr unsigned kMostThreads = 62;
inline constexpr std::uint64_t kChoosing = std::uint64_t{1} << 63;
inline constexpr std::uint64_t kDestroyed = std::uint64_t{1} << 62;
constexpr std::uint64_t waiterBit(unsigned thread) { return std::uint64_t{1} << thread; }

namespace parts {
using namespace terms;  // NOLINT: rules are written in terms
inline constexpr auto isOpen = old < constant<kChoosing>;
inline constexpr auto isDestroyed = (old & constant<kDestroyed>) == constant<kDestroyed>;
inline constexpr auto isAlive = (old & constant<kDestroyed>) == constant<0>;
inline constexpr auto isEmpty = old == constant<0>;
inline constexpr auto isSingle = (old & (old - constant<1>)) == constant<0>;
inline constexpr auto isInside = (old & a) == a;

constexpr UpdateRule in(Family family, UpdateRule rule) {
  rule.commutes = family;
  return rule;
}
constexpr UpdateRule orNever(UpdateRule rule) {
  rule.assumes = true;
  return rule;
}
}  // namespace parts

// `a`: the bit of the thread.
inline constexpr UpdateRule kBegin =
    parts::in(Family::Or, updateRule("wait", parts::isOpen, parts::isAlive, parts::old | parts::a));
// A thread that waits no longer than so. Once it is taken out it never does: the condition variable may be gone by
// then.
inline constexpr UpdateRule kLeave =
    parts::orNever(updateRule("time out", parts::isOpen& parts::isInside, parts::always, parts::old ^ parts::a));
inline constexpr UpdateRule kWakeSpuriously = parts::orNever(
    updateRule("wake without a signal", parts::isOpen& parts::isInside, parts::always, parts::old ^ parts::a));
inline constexpr UpdateRule kSignal =
    updateRule("signal", parts::isOpen, (parts::isEmpty | parts::isDestroyed) == parts::constant<0>,
               parts::choose(parts::isSingle, parts::constant<0>, parts::old | parts::constant<kChoosing>));
// Once the thread is chosen.
inline constexpr UpdateRule kTakeOut = updateRule("choose", parts::old & ~(parts::a | parts::constant<kChoosing>));
inline constexpr UpdateRule kBroadcast = updateRule(
    "broadcast", parts::isOpen, (parts::isEmpty | parts::isDestroyed) == parts::constant<0>, parts::constant<0>);
inline constexpr UpdateRule kDestroy =
    updateRule("destroy", parts::isOpen, parts::isEmpty, parts::constant<kDestroyed>);

// Of queues that threads wait in for several things (runtime/externals/futex.cpp): locked while somebody looks at
// them. `a`: the bits of those who come.
inline constexpr UpdateRule kLockQueue =
    updateRule("look", parts::isOpen, parts::always, parts::old | parts::constant<kChoosing>);
// Written even if nobody is there: whoever comes next knows what was done before.
inline constexpr UpdateRule kOpenQueue =
    updateRule("wake", parts::isOpen, parts::always,
               parts::choose(parts::isEmpty, parts::old, parts::old | parts::constant<kChoosing>));
inline constexpr UpdateRule kEnqueue = updateRule("wait", (parts::old | parts::a) & ~parts::constant<kChoosing>);
// Who has been taken out finds that it is not there.
inline constexpr UpdateRule kLeaveQueue = updateRule("time out", parts::isOpen, parts::isInside, parts::old ^ parts::a);

// Of the word of a thread. `a`: 1; how often it must have been woken.
inline constexpr UpdateRule kWake = parts::in(Family::Add, updateRule("wake", parts::old + parts::a));
inline constexpr UpdateRule kSleep =
    updateRule("wake up", (parts::old < parts::a) == parts::constant<0>, parts::never, parts::old);

}  // namespace heddle::core::conditions
