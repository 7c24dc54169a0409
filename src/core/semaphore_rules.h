// The rules of semaphores: the word is what is left to take.
#pragma once

#include <climits>
#include <cstdint>

#include "core/update.h"

namespace heddle::core::semaphores {

inline constexpr std::uint64_t kMost = INT_MAX;
// What a destroyed one has, give or take a few: it holds up nobody, and who finds it reports the misuse.
inline constexpr std::uint64_t kDestroyed = std::uint64_t{1} << 62;

namespace parts {
using namespace terms;  // NOLINT: rules are written in terms
inline constexpr auto hasSome = constant<0> < old;
inline constexpr auto isFull = old == constant<kMost>;

// Those who put something there do not find out what was there, but that it was full: then nothing is written.
constexpr UpdateRule counting(UpdateRule rule) {
  rule.commutes = Family::Add;
  return rule;
}
}  // namespace parts

// `a` is 1.
inline constexpr UpdateRule kPost =
    parts::counting(updateRule("post", parts::always, parts::isFull == parts::constant<0>, parts::old + parts::a));
inline constexpr UpdateRule kWait = updateRule("wait", parts::hasSome, parts::hasSome, parts::old - parts::a);
inline constexpr UpdateRule kTryWait = updateRule("try wait", parts::always, parts::hasSome, parts::old - parts::a);

}  // namespace heddle::core::semaphores
