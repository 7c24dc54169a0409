// Random search: at each state a thread drawn uniformly from the enabled ones,
// for a Choose a value drawn uniformly.
//
// Uniform over threads, not over interleavings: a bug that needs a thread to
// wait through many steps of another is found rarely. It needs no memory of
// earlier executions, so it also samples programs far too large to enumerate.
#include "explore/random.h"

#include <bit>
#include <limits>

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

core::Step RandomSearch::next(const core::Execution& execution) {
  enabled_.clear();
  for (ThreadId t = 0; t < execution.threads.size(); ++t)
    if (core::enabled(execution, t)) enabled_.push_back(t);
  if (enabled_.empty()) return core::Step::stop();  // the execution is over
  core::Step step{enabled_.size() == 1 ? enabled_[0] : enabled_[numbers_.below(enabled_.size())], 0};
  const core::Op& op = execution.threads[step.thread].pending;
  if (op.kind == core::OpKind::Choose && op.a > 1) {
    HEDDLE_CHECK(op.a <= std::numeric_limits<std::uint64_t>::max());
    step.choice = numbers_.below(static_cast<std::uint64_t>(op.a));
  }
  steps_.push_back(step);
  return step;
}

bool RandomSearch::advance(const core::Execution&) {
  steps_.clear();
  return ++done_ < executions_;
}

}  // namespace heddle::explore
