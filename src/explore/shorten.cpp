// Fewer context switches by iterative preemption bounding: all executions
// with no preemption, then with one, and so on; most bugs need very few
// (Musuvathi & Qadeer, PLDI 2007). The first bound that shows the violation is
// searched to its end or to the end of the budget, and the best one is kept.
// What was found as an execution graph is first printed as it stands, if it is one
// of an interleaving.
#include "explore/shorten.h"

#include "explore/explorer.h"
#include "explore/graph/graph_replay.h"
#include "explore/graph/interleaving.h"
#include "explore/naive.h"
#include "explore/pace.h"

namespace heddle::explore {
namespace {

// Whether `other` is what `found` is seen from the other thread: which of two
// accesses that race comes second depends on the order, and what comes after a
// free is a use after it.
bool isOtherEnd(const core::Violation& found, const core::Violation& other) {
  using enum core::ViolationKind;
  const bool isRace = found.kind == DataRace || found.kind == UseAfterFree;
  return isRace && other.kind == DataRace && other.thread != found.thread && other.addr < found.addr + found.size &&
         found.addr < other.addr + other.size;
}

// What the graph shows may be shown as an interleaving. `isSwapped`: as a race that the other access completes.
void straighten(core::Program& program, core::Found& found, bool isSwapped) {
  graph::GraphReplay replay(found.schedule);
  program.keepGoing(true);
  program.run(replay);
  std::vector<core::Step> steps = graph::interleavingOf(replay.graph());
  Replay again(steps);
  const core::Execution& execution = program.run(again);
  program.keepGoing(false);
  const bool isOther = isSwapped && execution.violation && isOtherEnd(found.violation, *execution.violation);
  if (steps.empty() || !(isOther || core::shows(execution, found.violation))) return;
  if (isOther) {
    found.violation = *execution.violation;
    steps.resize(found.violation.steps);
  }
  found.schedule = std::move(steps);
  found.isGraph = false;
}

void findFewSwitches(core::Program& program, core::Found& found, const ShortenBudget& budget) {
  const Pace pace;
  const std::size_t switches = core::contextSwitches(found.schedule);
  std::uint64_t executions = 0;
  // A preemption is a context switch, so that higher bounds cannot help.
  for (unsigned bound = 0; bound < switches || found.isGraph; ++bound) {
    const double secondsLeft = budget.seconds - pace.sinceStart();
    if (executions >= budget.executions || secondsLeft <= 0) return;
    NaiveSearch search(bound);
    const core::Outcome outcome =
        explore(program, search, {budget.executions - executions, secondsLeft, /*stopAtFirst=*/false, {}});
    executions += outcome.executions.total();
    for (const core::Found& other : outcome.found) {
      if (other.violation.kind != found.violation.kind || other.violation.site != found.violation.site) continue;
      if (!found.isGraph && core::contextSwitches(other.schedule) >= switches) return;
      found.schedule = other.schedule;
      found.isGraph = false;
      return;
    }
    if (search.coverage().gap == nullptr) return;  // nothing was left out
  }
}

}  // namespace

void shorten(core::Program& program, core::Found& found, const ShortenBudget& budget) {
  if (found.isGraph) straighten(program, found, /*isSwapped=*/false);
  findFewSwitches(program, found, budget);
  if (found.isGraph && budget.otherEnd) straighten(program, found, /*isSwapped=*/true);
}

}  // namespace heddle::explore
