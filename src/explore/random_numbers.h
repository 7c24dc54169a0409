// Random numbers that are the same everywhere: xoshiro256** 1.0 (Blackman &
// Vigna), seeded by splitmix64. Our own, because the distributions of the
// standard library differ between implementations and a seed must mean the same
// on every machine.
#pragma once

#include <array>
#include <cstdint>

namespace heddle::explore {

class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed);
  std::uint64_t next();
  std::uint64_t below(std::uint64_t limit);  // uniform in 0 .. limit-1; limit > 0

 private:
  std::array<std::uint64_t, 4> state_;
};

}  // namespace heddle::explore
