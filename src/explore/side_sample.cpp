#include "explore/side_sample.h"

#include <cstdint>
#include <limits>

#include "explore/pct.h"
#include "explore/pos.h"
#include "explore/preempt.h"

namespace heddle::explore {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::uint64_t kNoEnd = std::numeric_limits<std::uint64_t>::max();
constexpr unsigned kDepth = 3;  // of bugs, for PCT

}  // namespace

SideSample::SideSample(double after, const Limits& limits)
    : share_({.after = after, .share = 0.1, .mostSeconds = 5}),
      limits_{.deadlocks = limits.deadlocks, .interrupted = limits.interrupted},
      searches_{std::make_unique<PosSearch>(kSeed, kNoEnd), std::make_unique<PctSearch>(kSeed, kNoEnd, kDepth),
                std::make_unique<PreemptSearch>(kSeed, kNoEnd, PreemptSearch::kUsual)} {}

core::Outcome SideSample::look(core::Program& program, double now) {
  limits_.timeLimit = share_.secondsAtOnce(now);
  core::Outcome seen = explore(program, *searches_[looks_++ % searches_.size()], limits_);
  share_.spend(seen.seconds);
  return seen;
}

std::function<std::optional<core::Outcome>(core::Program&, double)> sampleBeside(double after, const Limits& limits) {
  return [sample = std::make_shared<SideSample>(after, limits)](core::Program& program, double now) {
    return sample->isDue(now) ? std::optional(sample->look(program, now)) : std::nullopt;
  };
}

}  // namespace heddle::explore
