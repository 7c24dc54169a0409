#include "explore/dpor/optimal.h"

namespace heddle::explore::dpor {

core::Step OptimalSearch::nextOfTrees(const core::Execution& execution) {
  const core::Step step = trees_->next(execution);
  if (step.isStop()) adoptFindings(*trees_);
  return step;
}

bool OptimalSearch::advance(const core::Execution& execution) {
  if (trees_ != nullptr) {
    const bool more = trees_->advance(execution);
    adoptFindings(*trees_);
    return more;
  }
  const bool more = ParsimoniousSearch::advance(execution);
  if (!more || !mayMeetDeadEnd()) return more;
  truncate(0);
  trees_ = std::make_unique<OptimalWutSearch>(trail_.dependence());
  noteBroken({core::Assumption::KnownFootprints});
  return true;
}

}  // namespace heddle::explore::dpor
