// Random search: at each state a thread drawn uniformly from the enabled ones.
//
// Uniform over threads, not over interleavings: a bug that needs a thread to
// wait through many steps of another is found rarely. It needs no memory of
// earlier executions, so it also samples programs far too large to enumerate.
#include "explore/random.h"

namespace heddle::explore {

ThreadId RandomSearch::pick(const core::Execution& execution) {
  enabled_.clear();
  for (ThreadId t = 0; t < execution.threads.size(); ++t)
    if (core::enabled(execution, t)) enabled_.push_back(t);
  if (enabled_.empty()) return kMaxThreads;
  return enabled_.size() == 1 ? enabled_[0] : enabled_[numbers().below(enabled_.size())];
}

}  // namespace heddle::explore
