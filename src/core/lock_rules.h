// The rules of locks: guarded updates of one word.
//
// The word has the owner's id plus one in its low half (0: free), and the depth
// of a recursive lock in its high half. op.a is the locker's id plus one.
#pragma once

#include <array>
#include <cstdint>

#include "core/update.h"

namespace heddle::core::locks {

inline constexpr std::uint64_t kFree = 0;
inline constexpr std::uint64_t kDestroyed = ~std::uint64_t{0};
inline constexpr std::uint64_t kOneDeeper = std::uint64_t{1} << 32;

namespace parts {
using namespace terms;  // NOLINT: rules are written in terms
inline constexpr auto isFree = old == constant<kFree>;
inline constexpr auto isDestroyed = old == constant<kDestroyed>;
inline constexpr auto isMine = (old & constant<0xffff'ffff>) == a;
inline constexpr auto isDeep = constant<kOneDeeper - 1> < old;
inline constexpr auto deeper = choose(isMine, old + constant<kOneDeeper>, a);
inline constexpr auto shallower = choose(isDeep, old - constant<kOneDeeper>, constant<kFree>);
inline constexpr auto destroyed = constant<kDestroyed>;
}  // namespace parts

// A destroyed lock blocks nobody: whoever comes to it finds out and reports the misuse.
inline constexpr UpdateRule kLock = updateRule("lock", parts::isFree | parts::isDestroyed, parts::isFree, parts::a);
// The same of a spin lock, which has 4 bytes.
inline constexpr UpdateRule kSpinLock = updateRule("lock", parts::isFree | parts::isDestroyed, parts::isFree, parts::a);
inline constexpr UpdateRule kTryLock = updateRule("try_lock", parts::always, parts::isFree, parts::a);
inline constexpr UpdateRule kLockRecursive = updateRule("lock", parts::isFree | parts::isMine | parts::isDestroyed,
                                                        parts::isFree | parts::isMine, parts::deeper);
inline constexpr UpdateRule kTryLockRecursive =
    updateRule("try_lock", parts::always, parts::isFree | parts::isMine, parts::deeper);
inline constexpr UpdateRule kUnlock = updateRule("unlock", parts::shallower);
inline constexpr UpdateRule kDestroy = updateRule("destroy", parts::always, parts::isFree, parts::destroyed);

// Of words that atomic sections access (runtime/section_locks.h).
inline constexpr UpdateRule kTakeWord = updateRule("section", parts::isFree, parts::isFree, parts::a);
inline constexpr UpdateRule kGiveBackWord = updateRule("section", parts::constant<kFree>);
constexpr bool isOfSection(const UpdateRule* rule) { return rule == &kTakeWord || rule == &kGiveBackWord; }

// Of the step that such a section is (runtime/lock_sections.h).
inline constexpr UpdateRule kSection = updateRule("section", parts::old);

inline constexpr std::array kAll{&kLock,   &kSpinLock, &kTryLock, &kLockRecursive, &kTryLockRecursive,
                                 &kUnlock, &kDestroy};

}  // namespace heddle::core::locks
