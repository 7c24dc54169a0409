#include "check/witness.h"

#include <algorithm>

namespace heddle::check {

Witness::Witness(const symbolic::BoundedResult& found, const core::SiteTable& sites)
    : sites_(sites), failing_(static_cast<ThreadId>(found.thread)) {
  for (const symbolic::TakenStep& step : found.steps)
    if (step.isStep) steps_.push_back(step);
  for (const symbolic::Unrolling::Given& input : found.inputs) {
    if (input.thread >= inputs_.size()) inputs_.resize(input.thread + 1);
    inputs_[input.thread].push_back(input.value);
  }
}

std::uint32_t Witness::statementOf(const core::Op& op) const {
  return op.site < sites_.size() ? sites_[op.site].statement : 0;
}

core::Step Witness::answer(core::Step step) {
  schedule_.push_back(step);
  return step;
}

bool Witness::comesLater(ThreadId thread, std::uint32_t statement) const {
  return std::any_of(std::next(steps_.begin()), steps_.end(), [&](const symbolic::TakenStep& step) {
    return step.thread == thread && step.statement == statement;
  });
}

core::Step Witness::next(const core::Execution& execution) {
  for (ThreadId thread = 0; thread < execution.threads.size(); ++thread) {
    if (!core::enabled(execution, thread) || execution.threads[thread].pending.kind != core::OpKind::Choose) continue;
    std::uint64_t value = 0;
    if (thread < inputs_.size() && !inputs_[thread].empty()) {
      value = inputs_[thread].front();
      inputs_[thread].pop_front();
    }
    return answer({thread, value});
  }
  while (!steps_.empty()) {
    const auto thread = static_cast<ThreadId>(steps_.front().thread);
    if (thread < execution.threads.size() && execution.threads[thread].status == core::ThreadStatus::Exited) {
      steps_.pop_front();  // natively it has done that without a step
      continue;
    }
    if (thread >= execution.threads.size() || !core::enabled(execution, thread)) return goOn(execution);
    const std::uint32_t statement = statementOf(execution.threads[thread].pending);
    if (statement == steps_.front().statement) {
      steps_.pop_front();
      return answer({thread});
    }
    // It has done that already, natively without a step, or is on its way there.
    if (!comesLater(thread, statement)) return answer({thread});
    steps_.pop_front();
  }
  return goOn(execution);
}

core::Step Witness::goOn(const core::Execution& execution) {
  if (steps_.empty() && failing_ < execution.threads.size() && core::enabled(execution, failing_))
    return answer({failing_});
  for (ThreadId thread = 0; thread < execution.threads.size(); ++thread)
    if (core::enabled(execution, thread)) return answer({thread});
  return core::Step::stop();
}

}  // namespace heddle::check
