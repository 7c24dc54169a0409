#include "parallel/explore.h"

#include <string>
#include <utility>

#include "explore/graph/graph_search.h"
#include "explore/rolled_back_additions.h"
#include "parallel/coordinator.h"
#include "parallel/pieces.h"
#include "parallel/worker.h"

namespace heddle::parallel {
namespace {

using core::Outcome;
using explore::Limits;
using explore::Search;
using explore::graph::Frontier;
using explore::graph::Pending;

// The random sample beside a search that can be divided ends here, however many workers there are: what it shows must
// not depend on that.
constexpr std::uint64_t kSampled = 4096;
// Seconds: whoever has run fewer executions by then does not wait for that.
constexpr double kLongest = 1;

Limits untilSampled(Limits limits) {
  if (!limits.beside) return limits;
  limits.beside = [beside = std::move(limits.beside)](core::Program& program, const explore::Spent& spent) {
    return spent.executions <= kSampled ? beside(program, spent) : std::nullopt;
  };
  return limits;
}

// One search, from the start.
Outcome exploreAlone(core::Program& program, std::unique_ptr<Search>& search, const Frontier& start, Limits limits,
                     const Workers& workers, Outcome before, double secondsSpent) {
  search = workers.search();
  if (start.pending != std::vector{Pending{}}) search->onGraphs()->resume(start);
  limits.timeSpent += secondsSpent;
  before.seconds += secondsSpent;
  return explore::explore(program, *search, limits, std::move(before));
}

// What all have found out is what the search says.
Outcome answer(core::Program& program, std::unique_ptr<Search>& search, Limits limits, const Workers& workers,
               const Pieces& pieces, const Coordinator& coordinator, double seconds) {
  std::vector<std::string> threads;
  Outcome all = pieces.outcome(threads);
  search = workers.search();
  const bool isLeft = !pieces.ending();
  if (isLeft) search->onGraphs()->resume(pieces.left(threads));
  for (const std::string& name : threads) program.threads().named(name);
  all.seconds = seconds;
  const bool isEnded = isLeft && (all.found.empty() || !limits.stopAtFirst);
  limits.estimating.estimate = [&] { return coordinator.estimate(); };
  return explore::conclude(*search, limits, std::move(all), isEnded ? coordinator.whyEnded() : "");
}

Outcome divide(core::Program& program, std::unique_ptr<Search>& search, const Frontier& start, const Limits& limits,
               const Workers& workers, const Outcome& before, Outcome soFar) {
  const double secondsBefore = before.seconds;
  const explore::Spent spent{soFar.executions.total() - before.executions.total(), soFar.seconds - secondsBefore};
  Frontier left = search->onGraphs()->takeFrontier();
  Known known{left.words, left.iterations, program.threads().names(), {}};
  soFar.isUnfinished = false;
  soFar.why.clear();  // what it would say if it ended here
  Pieces pieces(std::move(left.pending), std::move(known), std::move(soFar), before.executions.total() != 0,
                {.stopAtFirst = limits.stopAtFirst, .leavesOutStaleReads = workers.leavesOutStaleReads},
                [&](const core::Evidence& evidence) {
                  return explore::RolledBackAdditions::isBrokenBy(evidence, program) || program.isBrokenBy(evidence);
                });
  Coordinator coordinator(program, limits, workers, pieces, spent, secondsBefore);
  const bool isDivided = coordinator.run();
  if (!isDivided || pieces.ending() == Pieces::Ending::Alone)
    return exploreAlone(program, search, start, limits, workers, before, coordinator.seconds());
  return answer(program, search, limits, workers, pieces, coordinator, secondsBefore + coordinator.seconds());
}

}  // namespace

Outcome explore(core::Program& program, std::unique_ptr<Search>& search, const Limits& all, const Workers& workers,
                Outcome before) {
  const Limits limits = untilSampled(all);
  if (workers.count < 2 && workers.ranks == nullptr)
    return explore::explore(program, *search, limits, std::move(before));
  const Frontier start = search->onGraphs()->split(0).left;
  bool isHandedOver = false, canBe = true;
  Limits alone = limits;
  alone.handsOver = [&](const explore::Pause& pause) {
    const bool isDue = pause.spent.seconds >= workers.secondsAlone &&
                       (!limits.beside || pause.spent.executions >= kSampled || pause.spent.seconds >= kLongest);
    const bool isAlone = workers.ranks == nullptr && workers.countNow && workers.countNow() < 2;
    if (!isDue || !canBe || isAlone) return false;
    const Outcome soFar = pause.soFar();
    canBe = !soFar.broken && !soFar.hasFound(core::ViolationKind::DataRace);  // else it must be one search
    isHandedOver = canBe;
    return isHandedOver;
  };
  Outcome soFar = explore::explore(program, *search, alone, before);
  if (!isHandedOver) return soFar;
  return divide(program, search, start, limits, workers, before, std::move(soFar));
}

}  // namespace heddle::parallel
