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
constexpr double kShare = 0.1;

}  // namespace

SideSample::SideSample(const Limits& limits)
    : share_({.after = 1, .share = kShare, .mostSeconds = 5}),
      every_(limits.besideEvery),
      next_(every_),
      limits_{.deadlocks = limits.deadlocks, .interrupted = limits.interrupted},
      searches_{std::make_unique<PosSearch>(kSeed, kNoEnd), std::make_unique<PctSearch>(kSeed, kNoEnd, kDepth),
                std::make_unique<PreemptSearch>(kSeed, kNoEnd, PreemptSearch::kUsual)} {}

std::optional<core::Outcome> SideSample::look(core::Program& program, const Spent& spent) {
  if (spent.executions >= next_) {
    next_ += every_;
    if (share_.isUsedUp()) return std::nullopt;
    limits_.boundExecutions = static_cast<std::uint64_t>(kShare * static_cast<double>(every_));
    limits_.timeLimit = 0;
    return run(program);
  }
  if (spent.executions >= every_ || !share_.isDue(spent.seconds)) return std::nullopt;
  limits_.boundExecutions = 0;
  limits_.timeLimit = share_.secondsAtOnce(spent.seconds);
  return run(program);
}

core::Outcome SideSample::run(core::Program& program) {
  core::Outcome seen = explore(program, *searches_[looks_++ % searches_.size()], limits_);
  share_.spend(seen.seconds);
  return seen;
}

std::function<std::optional<core::Outcome>(core::Program&, const Spent&)> sampleBeside(const Limits& limits) {
  return [sample = std::make_shared<SideSample>(limits)](core::Program& program, const Spent& spent) {
    return sample->look(program, spent);
  };
}

}  // namespace heddle::explore
