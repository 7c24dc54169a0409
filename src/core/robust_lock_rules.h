// The rules of robust mutexes: locks that tell whoever comes next that their owner has ended.
//
// As other locks (lock_rules.h), recursive or not, with two bits more: the owner has ended, and nobody has said since
// that what the lock protects is in order; and it was given back like that, for ever (POSIX: EOWNERDEAD,
// ENOTRECOVERABLE).
#pragma once

#include "core/lock_rules.h"

namespace heddle::core::locks {

inline constexpr std::uint64_t kAbandoned = std::uint64_t{1} << 62;
inline constexpr std::uint64_t kNotRecoverable = std::uint64_t{1} << 61;

namespace parts {
inline constexpr auto isLost = old == constant<kNotRecoverable>;
inline constexpr auto hasNoOwner = (old & constant<0xffff'ffff>) == constant<0>;
inline constexpr auto isAbandoned = (old & constant<kAbandoned>) == constant<kAbandoned>;
inline constexpr auto isOnceDeep = constant<kOneDeeper - 1> < (old & constant<kNotRecoverable - 1>);
inline constexpr auto canTake = (hasNoOwner | isMine) & (isLost == constant<0>);
inline constexpr auto taken = choose(isMine, old + constant<kOneDeeper>, old + a);
inline constexpr auto givenBack =
    choose(isOnceDeep, old - constant<kOneDeeper>, choose(isAbandoned, constant<kNotRecoverable>, constant<kFree>));
}  // namespace parts

inline constexpr UpdateRule kLockRobust =
    updateRule("lock", parts::hasNoOwner | parts::isMine | parts::isDestroyed, parts::canTake, parts::taken);
inline constexpr UpdateRule kTryLockRobust = updateRule("try_lock", parts::always, parts::canTake, parts::taken);
inline constexpr UpdateRule kUnlockRobust = updateRule("unlock", parts::givenBack);
// Its owner says that all is in order, or ends.
inline constexpr UpdateRule kMakeConsistent = updateRule("make consistent", parts::old& parts::constant<~kAbandoned>);
inline constexpr UpdateRule kAbandon = updateRule("abandon", parts::constant<kAbandoned>);

}  // namespace heddle::core::locks
