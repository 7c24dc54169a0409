#include "check/witness.h"

namespace heddle::check {

core::Step Witness::answer(core::Step step) {
  schedule_.push_back(step);
  return step;
}

core::Step Witness::next(const core::Execution& execution) {
  for (ThreadId thread = 0; thread < execution.threads.size(); ++thread)
    if (core::enabled(execution, thread) && execution.threads[thread].pending.kind == core::OpKind::Choose)
      return answer({thread, found_.takeInput(thread)});
  for (; next_ < found_.steps().size(); ++next_) {
    const symbolic::TakenStep& step = found_.steps()[next_];
    if (!step.isStep) continue;
    const auto thread = static_cast<ThreadId>(step.thread);
    // Natively it has done that without a step.
    if (thread < execution.threads.size() && execution.threads[thread].status == core::ThreadStatus::Exited) continue;
    // Natively more is a step before threads are started.
    const bool isEarly = execution.threads.size() == 1 && !step.isAlone;
    if (isEarly || thread >= execution.threads.size() || !core::enabled(execution, thread)) return goOn(execution);
    const std::uint32_t statement = found_.statementOf(execution.threads[thread].pending);
    if (statement == step.statement) {
      ++next_;
      return answer({thread});
    }
    // It has done that already, natively without a step, or is on its way there.
    if (!found_.comes(next_ + 1, thread, execution.threads[thread].pending)) return answer({thread});
  }
  return goOn(execution);
}

core::Step Witness::goOn(const core::Execution& execution) {
  const ThreadId failing = found_.failing();
  if (next_ == found_.steps().size() && failing < execution.threads.size() && core::enabled(execution, failing))
    return answer({failing});
  for (const bool isEnough : {false, true})  // that it is enabled
    for (ThreadId thread = 0; thread < execution.threads.size(); ++thread)
      if (core::enabled(execution, thread) &&
          (isEnough || !found_.comes(next_, thread, execution.threads[thread].pending)))
        return answer({thread});
  return core::Step::stop();
}

}  // namespace heddle::check
