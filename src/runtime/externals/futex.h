// What futexes do, for models that wait as the system does.
#pragma once

#include <time.h>

#include <cstdint>
#include <optional>

#include "runtime/thread.h"

namespace heddle::runtime::externals {

inline constexpr std::uint32_t kAnyBits = ~std::uint32_t{0};

struct FutexTimeout {
  timespec time;
  std::optional<clockid_t> clock = {};  // by which it is over; none: so much later
};

// Sleeps unless the word is another than expected: 0, or why it does not (EAGAIN, ETIMEDOUT).
int futexWait(std::uint32_t* word, std::uint32_t expected, std::uint32_t bits, std::optional<FutexTimeout> timeout);
// Wakes so many at most: how many.
unsigned futexWake(std::uint32_t* word, unsigned most, std::uint32_t bits);

}  // namespace heddle::runtime::externals
