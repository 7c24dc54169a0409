// The rules of read-write locks: guarded updates of one word.
//
// It has the number of readers in its lowest 16 bits, that of writers that wait in the next
// 16 (only where writers come first), and the writer's id plus one in its high half. What
// readers do commutes: they count themselves in and out.
#pragma once

#include <array>
#include <cstdint>

#include "core/update.h"

namespace heddle::core::rwlocks {

inline constexpr std::uint64_t kDestroyed = ~std::uint64_t{0};
inline constexpr std::uint64_t kOneWaits = std::uint64_t{1} << 16;
inline constexpr std::uint64_t kWriter = std::uint64_t{1} << 32;  // times its id plus one

namespace parts {
using namespace terms;  // NOLINT: rules are written in terms
inline constexpr auto isDestroyed = old == constant<kDestroyed>;
inline constexpr auto hasNoWriter = old < constant<kWriter>;
inline constexpr auto hasNoneWaiting = old < constant<kOneWaits>;                        // nor a writer
inline constexpr auto isFree = (old & constant<~(kWriter - kOneWaits)>) == constant<0>;  // whoever waits

constexpr UpdateRule counting(UpdateRule rule) {
  rule.commutes = Family::Add;
  return rule;
}
}  // namespace parts

// Of readers `a` is 1, or -1 when they leave. A destroyed lock blocks nobody: whoever comes to it reports the misuse.
inline constexpr UpdateRule kReadLock = parts::counting(
    updateRule("read lock", parts::hasNoWriter | parts::isDestroyed, parts::hasNoWriter, parts::old + parts::a));
inline constexpr UpdateRule kReadUnlock = parts::counting(updateRule("read unlock", parts::old + parts::a));
inline constexpr UpdateRule kTryReadLock =
    updateRule("try read lock", parts::always, parts::hasNoWriter, parts::old + parts::a);
// The same where readers let writers go first.
inline constexpr UpdateRule kReadLockLast = parts::counting(
    updateRule("read lock", parts::hasNoneWaiting | parts::isDestroyed, parts::hasNoneWaiting, parts::old + parts::a));
inline constexpr UpdateRule kTryReadLockLast =
    updateRule("try read lock", parts::always, parts::hasNoneWaiting, parts::old + parts::a);

// Of writers `a` is kWriter times the id plus one.
inline constexpr UpdateRule kWriteLock =
    updateRule("write lock", parts::isFree | parts::isDestroyed, parts::isFree, parts::old + parts::a);
inline constexpr UpdateRule kTryWriteLock =
    updateRule("try write lock", parts::always, parts::isFree, parts::old + parts::a);
inline constexpr UpdateRule kWriteUnlock = updateRule("write unlock", parts::old& parts::constant<kWriter - 1>);
// Where they come first they say that they wait.
inline constexpr UpdateRule kQueue = updateRule(
    "wait to write", parts::always, parts::isDestroyed == parts::constant<0>, parts::old + parts::constant<kOneWaits>);
inline constexpr UpdateRule kWriteLockQueued =
    updateRule("write lock", parts::isFree | parts::isDestroyed, parts::isFree,
               parts::old - parts::constant<kOneWaits> + parts::a);

inline constexpr UpdateRule kLook = updateRule("look", parts::always, parts::constant<0>, parts::old);
inline constexpr UpdateRule kDestroy =
    updateRule("destroy", parts::always, parts::old == parts::constant<0>, parts::constant<kDestroyed>);

}  // namespace heddle::core::rwlocks
