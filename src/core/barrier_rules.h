// The rules of barriers. Of two words the first has in its low half how many have arrived, in
// its high half how often all of them had. The last one to arrive writes the second, which
// the others wait for: so nobody who comes for the next round gets in their way.
#pragma once

#include <cstdint>

#include "core/update.h"

namespace heddle::core::barriers {

inline constexpr std::uint64_t kRound = std::uint64_t{1} << 32;

namespace parts {
using namespace terms;  // NOLINT: rules are written in terms
inline constexpr auto arrived = (old & constant<kRound - 1>)+constant<1>;
inline constexpr auto round = old & constant<~(kRound - 1)>;
}  // namespace parts

// `a`: how many there are.
inline constexpr UpdateRule kArrive = updateRule(
    "arrive",
    parts::choose(parts::arrived == parts::a, parts::round + parts::constant<kRound>, parts::old + parts::constant<1>));
// For the end of the round after the first `a` ones.
inline constexpr UpdateRule kWait = updateRule("wait", parts::a < parts::old, parts::never, parts::old);

}  // namespace heddle::core::barriers
