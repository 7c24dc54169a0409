#include "explore/estimate/side_estimate.h"

namespace heddle::explore {
namespace {

constexpr std::uint64_t kSeed = 1;

}  // namespace

SideEstimate::SideEstimate(std::unique_ptr<Branching> tree, const SideShare::Bounds& bounds, const Limits& limits)
    : share_(bounds),
      limits_{.stopAtFirst = limits.stopAtFirst, .deadlocks = limits.deadlocks, .interrupted = limits.interrupted},
      probes_(std::move(tree), kSeed) {}

core::Outcome SideEstimate::look(core::Program& program, double now) {
  limits_.timeLimit = share_.secondsAtOnce(now);
  core::Outcome seen = explore(program, probes_, limits_);
  share_.spend(seen.seconds);
  // The search will meet it too, and say so itself.
  if (probes_.refusal() || probes_.mismatch()) {
    isOver_ = true;
    seen.found.clear();
    seen.broken.reset();
  }
  // Where all executions are explored anyway, they are counted there.
  if (!limits_.stopAtFirst) seen.found.clear();
  return seen;
}

}  // namespace heddle::explore
