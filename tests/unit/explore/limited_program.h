// A program that does not end by itself: one thread writes a word twice, the
// other for ever. Like the native one it is cut when it reaches its limit,
// after the scheduler has answered and before the step is taken.
#pragma once

#include "core/program.h"

namespace heddle::explore {

class LimitedProgram final : public core::Program {
 public:
  explicit LimitedProgram(std::size_t limit) : limit_(limit) {}

  const core::Execution& run(core::Scheduler& scheduler) override {
    const core::Op write{.addr = reinterpret_cast<core::Address>(&word_), .kind = core::OpKind::Write, .size = 8};
    execution_.threads.assign(2, {write, core::ThreadStatus::Ready});
    execution_.trace.clear();
    execution_.stop.reset();
    execution_.end = core::End::Running;
    unsigned left = 2;
    while (execution_.end == core::End::Running) {
      const core::Step step = scheduler.next(execution_);
      if (step.isStop()) {
        execution_.end = core::End::Abandoned;
      } else if (execution_.trace.size() == limit_) {
        execution_.stop = core::StopReason{.message = "too long", .thread = step.thread};
        execution_.end = core::End::Cut;
      } else {
        execution_.trace.push_back({.op = write, .thread = step.thread, .wrote = true});
        if (step.thread == 0 && --left == 0) execution_.threads[0].status = core::ThreadStatus::Exited;
      }
    }
    return execution_;
  }
  void keepGoing(bool) override {}
  void record(bool) override {}
  core::Trace trace() const override { return {}; }
  core::ThreadTable& threads() override { return table_; }

 private:
  std::size_t limit_;
  std::uint64_t word_ = 0;
  core::Execution execution_;
  core::ThreadTable table_;
};

}  // namespace heddle::explore
