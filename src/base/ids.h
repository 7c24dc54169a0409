// The small integers by which everything else refers to threads and places.
#pragma once

#include <cstdint>

namespace heddle {

// Dense, and stable over all executions of one run: the same path (parent,
// n-th child) always has the same id. 0 is the main thread.
using ThreadId = std::uint32_t;

// Index into the table of program places (core::Site). 0 is "unknown".
using SiteId = std::uint32_t;

// As many threads as one program under test may ever have.
inline constexpr ThreadId kMaxThreads = 250;

}  // namespace heddle
