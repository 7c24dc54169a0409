// The rules of barriers. Of two words the first has in its low half how many have arrived, in
// its high half how often all of them had. The last one to arrive counts up the second, which
// the others wait for: so nobody who comes for the next round gets in their way, nor is late for it if its end comes
// first. The second is no part of the barrier: it may be gone before all have read there that they can go on.
#pragma once

#include <cstdint>

#include "core/update.h"

namespace heddle::core::barriers {

inline constexpr std::uint64_t kRound = std::uint64_t{1} << 32;
inline constexpr std::uint64_t kDestroyed = ~std::uint64_t{0};

namespace parts {
using namespace terms;  // NOLINT: rules are written in terms
inline constexpr auto waiting = old & constant<kRound - 1>;
inline constexpr auto arrived = waiting + constant<1>;
inline constexpr auto round = old & constant<~(kRound - 1)>;
}  // namespace parts

// `a`: how many there are.
inline constexpr UpdateRule kArrive = updateRule(
    "arrive",
    parts::choose(parts::arrived == parts::a, parts::round + parts::constant<kRound>, parts::old + parts::constant<1>));
inline constexpr UpdateRule kDestroy =
    updateRule("destroy", parts::always, parts::waiting == parts::constant<0>, parts::constant<kDestroyed>);
// `a`: rounds that are over.
inline constexpr UpdateRule kEnd = updateRule("end of round", parts::always, parts::old < parts::a, parts::a);
// For the end of the round after the first `a` ones.
inline constexpr UpdateRule kWait = updateRule("wait", parts::a < parts::old, parts::never, parts::old);

}  // namespace heddle::core::barriers
