#include "explore/random_numbers.h"

#include <bit>

#include "base/check.h"

namespace heddle::explore {

RandomNumbers::RandomNumbers(std::uint64_t seed) {
  for (std::uint64_t& word : state_) {
    seed += 0x9e3779b97f4a7c15;
    std::uint64_t z = seed;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    word = z ^ (z >> 31);
  }
}

std::uint64_t RandomNumbers::next() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::uint64_t RandomNumbers::below(std::uint64_t limit) {
  HEDDLE_CHECK(limit > 0);
  // Numbers under the remainder of 2^64 / limit would favour the small results.
  const std::uint64_t unfair = (0 - limit) % limit;
  std::uint64_t number = next();
  while (number < unfair) number = next();
  return number % limit;
}

}  // namespace heddle::explore
