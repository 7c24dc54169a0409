#include "explore/side_sample.h"

#include <limits>

#include "explore/explorer.h"
#include "explore/pct.h"
#include "explore/pos.h"

namespace heddle::explore {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::uint64_t kNoEnd = std::numeric_limits<std::uint64_t>::max();
constexpr unsigned kDepth = 3;  // of bugs, for PCT

}  // namespace

SideSample::SideSample(double after)
    : after_(after),
      searches_{std::make_unique<PosSearch>(kSeed, kNoEnd), std::make_unique<PctSearch>(kSeed, kNoEnd, kDepth)} {}

core::Outcome SideSample::look(core::Program& program, const Limits& limits) {
  Limits here;
  here.timeLimit = kSecondsOfLook;
  here.deadlocks = limits.deadlocks;
  here.interrupted = limits.interrupted;
  core::Outcome seen = explore(program, *searches_[looks_++ % searches_.size()], here);
  seconds_ += seen.seconds;
  return seen;
}

}  // namespace heddle::explore
