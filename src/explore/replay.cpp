// Follows a recorded schedule step by step. Used before a violation is shown,
// and by `heddle replay`, where the schedule comes from a file and may belong
// to another version of the program: every step is checked.
#include "explore/replay.h"

namespace heddle::explore {

core::Step Replay::next(const core::Execution& execution) {
  if (done_ == schedule_.size()) {
    for (ThreadId t = 0; t < execution.threads.size(); ++t)
      if (core::enabled(execution, t)) return diverge("the schedule has ended, but the program goes on");
    return core::Step::stop();
  }
  const core::Step step = schedule_[done_];
  if (step.thread >= execution.threads.size() || execution.threads[step.thread].status == core::ThreadStatus::Absent)
    return diverge("the thread does not exist at that point");
  if (!core::enabled(execution, step.thread)) return diverge("the thread cannot go on at that point");
  const core::Op& op = execution.threads[step.thread].pending;
  const bool isAny = op.a == ~std::uint64_t{0};  // of all values that there are
  if (op.kind == core::OpKind::Choose && step.choice != 0 && step.choice >= op.a && !isAny)
    return diverge("the chosen value is out of range");
  ++done_;
  return step;
}

std::optional<std::string> Replayer::divergence() const {
  if (divergence_ || done_ == schedule_.size()) return divergence_;
  return "the program ended after step " + std::to_string(done_) + ", but the schedule has " +
         std::to_string(schedule_.size()) + " steps";
}

core::Step Replayer::diverge(const char* why) {
  divergence_ = "step " + std::to_string(done_ + 1) + ": " + why;
  return core::Step::stop();
}

}  // namespace heddle::explore
