#include "explore/estimate/side_estimate.h"

namespace heddle::explore {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr double kPassed = 1.5, kUnknown = 10;  // times the executions so far

}  // namespace

SideEstimate::SideEstimate(std::unique_ptr<Branching> tree, const SideShare::Bounds& bounds, const Limits& limits)
    : share_(bounds),
      limits_{.stopAtFirst = limits.stopAtFirst, .deadlocks = limits.deadlocks, .interrupted = limits.interrupted},
      probes_(std::move(tree), kSeed) {}

bool SideEstimate::isDue(const Spent& spent) {
  if (const auto all = estimate(); all && spent.executions > 0) {
    const auto done = static_cast<double>(spent.executions);
    // An estimate that has been passed, or nearly, says nothing: to stop probing because of it would keep it so.
    const double expected = all->executions < kPassed * done ? kUnknown * done : all->executions;
    share_.expect(expected * (spent.seconds - share_.spent()) / done);
  }
  return !isOver_ && share_.isDue(spent.seconds);
}

core::Outcome SideEstimate::look(core::Program& program, const Spent& spent) {
  limits_.timeLimit = share_.secondsAtOnce(spent.seconds);
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

Estimating estimateBeside(std::unique_ptr<Branching> tree, const SideShare::Bounds& bounds, const Limits& limits) {
  const auto estimate = std::make_shared<SideEstimate>(std::move(tree), bounds, limits);
  return {.beside =
              [estimate](core::Program& program, const Spent& spent) {
                return estimate->isDue(spent) ? std::optional(estimate->look(program, spent)) : std::nullopt;
              },
          .estimate = [estimate] { return estimate->estimate(); }};
}

}  // namespace heddle::explore
