#include "check/witness.h"

namespace heddle::check {

core::Step Witness::answer(const core::Execution& execution, ThreadId thread) {
  const core::Op& op = execution.threads[thread].pending;
  const core::Step step{thread, op.kind == core::OpKind::Choose ? found_.takeInput(thread) : 0};
  found_.perform(thread, op);
  schedule_.push_back(step);
  return step;
}

core::Step Witness::next(const core::Execution& execution) {
  for (; next_ < found_.steps().size(); ++next_) {
    const symbolic::TakenStep& step = found_.steps()[next_];
    if (!step.isStep) continue;
    const auto thread = static_cast<ThreadId>(step.thread);
    // Natively it has done that without a step.
    if (thread < execution.threads.size() && execution.threads[thread].status == core::ThreadStatus::Exited) continue;
    if (thread >= execution.threads.size() || !core::enabled(execution, thread)) return goOn(execution);
    const std::optional<std::size_t> at = found_.stepOf(thread, execution.threads[thread].pending);
    if (at && *at > next_) continue;  // the same
    if (at) ++next_;
    return answer(execution, thread);
  }
  return goOn(execution);
}

core::Step Witness::goOn(const core::Execution& execution) {
  const ThreadId failing = found_.failing();
  if (next_ == found_.steps().size() && failing < execution.threads.size() && core::enabled(execution, failing))
    return answer(execution, failing);
  for (const bool isEnough : {false, true})  // that it is enabled
    for (ThreadId thread = 0; thread < execution.threads.size(); ++thread)
      if (core::enabled(execution, thread) && (isEnough || !found_.stepOf(thread, execution.threads[thread].pending)))
        return answer(execution, thread);
  return core::Step::stop();
}

}  // namespace heddle::check
