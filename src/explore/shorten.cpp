// Fewer context switches by iterative preemption bounding: all executions
// with no preemption, then with one, and so on; most bugs need very few
// (Musuvathi & Qadeer, PLDI 2007). The first bound that shows the violation is
// searched to its end or to the end of the budget, and the best one is kept.
#include "explore/shorten.h"

#include "explore/explorer.h"
#include "explore/naive.h"
#include "explore/pace.h"

namespace heddle::explore {

void shorten(core::Program& program, core::Found& found, const ShortenBudget& budget) {
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
    if (search.gap() == nullptr) return;  // nothing was left out
  }
}

}  // namespace heddle::explore
