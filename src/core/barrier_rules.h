// The rules of barriers. The word has in its low half how many have arrived, in its high half
// how often all of them had.
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
inline constexpr UpdateRule kArrive =
    updateRule("arrive", parts::choose(parts::arrived == parts::a, parts::round + parts::constant<kRound>,
                                       parts::old + parts::constant<1>));
// Until round `a` is over.
inline constexpr UpdateRule kWait = updateRule("wait", (parts::round == parts::a) == parts::constant<0>, parts::never,
                                               parts::old);

}  // namespace heddle::core::barriers
