#include "explore/search.h"

#include <algorithm>

namespace heddle::explore {

void Search::noteMismatch(const core::Execution& execution, ThreadId thread) {
  core::Violation violation;
  violation.kind = core::ViolationKind::Nondeterminism;
  violation.message =
      "the program under test is nondeterministic: run again in the same order, it does something else here";
  violation.thread = thread;
  if (thread < execution.threads.size()) violation.site = execution.threads[thread].pending.site;
  // A thread that is not there (any more) has no place; the last step taken is the nearest one.
  if (violation.site == 0 && !execution.trace.empty()) violation.site = execution.trace.back().op.site;
  mismatch_ = std::move(violation);
}

void Search::noteDataRaces(const core::Execution& execution) {
  // A use after free is a race with the free, unless something orders them; so is another free.
  const auto isRace = [](const core::Violation& violation) {
    using enum core::ViolationKind;
    return violation.kind == DataRace || violation.kind == UseAfterFree || violation.kind == DoubleFree;
  };
  racy_ = racy_ || (execution.violation && isRace(*execution.violation)) ||
          std::ranges::any_of(execution.furtherViolations, isRace);
}

}  // namespace heddle::explore
