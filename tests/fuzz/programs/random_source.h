// A random program, as C or C++.
#pragma once

#include <cstdint>

#include "source.h"

namespace heddle::fuzz::programs {

// The same for the same seed and index.
Source randomSource(std::uint64_t seed, std::uint64_t index);
// One in which little of what is done matters to its assertions and locks.
Source assertedSource(std::uint64_t seed, std::uint64_t index);
// Where threads wait for each other by more than mutexes.
Source meetingSource(std::uint64_t seed, std::uint64_t index);

}  // namespace heddle::fuzz::programs
