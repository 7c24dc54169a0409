// Random search: a sample of the interleavings, repeatable by its seed.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "explore/search.h"

namespace heddle::explore {

// xoshiro256** 1.0 (Blackman & Vigna), seeded by splitmix64. Our own, because
// the distributions of the standard library differ between implementations
// and a seed must mean the same everywhere.
class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed);
  std::uint64_t next();
  std::uint64_t below(std::uint64_t limit);  // uniform in 0 .. limit-1; limit > 0

 private:
  std::array<std::uint64_t, 4> state_;
};

class RandomSearch final : public Search {
 public:
  RandomSearch(std::uint64_t seed, std::uint64_t executions) : numbers_(seed), executions_(executions) {}

  core::Step next(const core::Execution& execution) override;
  bool advance(const core::Execution& execution) override;
  std::vector<core::Step> schedule() const override { return steps_; }
  const char* gap() const override { return "the search is a random sample"; }

 private:
  RandomNumbers numbers_;
  std::uint64_t executions_;  // how many are wanted
  std::uint64_t done_ = 0;
  std::vector<core::Step> steps_;  // of this execution
  std::vector<ThreadId> enabled_;  // kept for its storage
};

}  // namespace heddle::explore
