#include "runtime/debugger.h"

#include <vector>

#include "runtime/debug_objects.h"
#include "runtime/debugger_hook.h"
#include "runtime/engine.h"

namespace heddle::runtime {
namespace {

// Counts the steps of another one, and stops at the one that the debugger wants to see.
class DebuggedSchedule final : public core::Scheduler {
 public:
  DebuggedSchedule(core::Scheduler& steps, std::vector<DebuggedThread>& threads) : steps_(steps), threads_(threads) {}

  core::Step next(const core::Execution& execution) override {
    DebuggerState& state = heddleDebugger;
    if (state.step != 0 && state.step == state.stopAt) letDebuggerLook(Moment::Asking);
    if (state.restart != 0) return core::Step::stop();
    const core::Step step = steps_.next(execution);
    noteWaiting(execution);
    if (step.isStop()) return step;
    ++state.step;
    state.decided = step.thread;
    if (state.step == state.stopAt) letDebuggerLook(Moment::Decided);
    return step;
  }
  core::EventOrder* order() override { return steps_.order(); }

 private:
  void noteWaiting(const core::Execution& execution) {
    for (ThreadId t = 0; t < threads_.size() && t < execution.threads.size(); ++t)
      threads_[t].waits = static_cast<std::uint64_t>(execution.threads[t].status == core::ThreadStatus::Ready &&
                                                     !enabled(execution, t));
  }

  core::Scheduler& steps_;
  std::vector<DebuggedThread>& threads_;
};

std::vector<DebuggedThread> threadsOf(const Stepper& run) {
  std::vector<DebuggedThread> threads;
  for (ThreadId t = 0; t < run.table.count(); ++t)
    threads.push_back({&run.threads[t], &run.threads[t].fiber.sp, &run.threads[t].state->status, 0});
  return threads;
}

}  // namespace

std::optional<Diagnostic> runUnderDebugger(core::Program& program, const std::string& recording,
                                           const std::function<std::unique_ptr<core::Scheduler>()>& makeSchedule) {
  DebuggerState& state = heddleDebugger;
  std::vector<DebuggedThread> threads = threadsOf(engine->stepper);
  state = {.isAttached = 1,
           .current = &engine->stepper.current,
           .threads = threads.data(),
           .threadCount = threads.size(),
           .recording = recording.data(),
           .recordingBytes = recording.size()};
  if (auto error = announceDebugObjects())
    return Diagnostic{"the debugger cannot be told of the program: " + llvm::toString(std::move(error))};
  letDebuggerLook(Moment::Loaded);
  do {
    state.restart = 0;
    state.moment = {};
    state.step = 0;
    state.fault = {};
    const auto steps = makeSchedule();
    DebuggedSchedule schedule(*steps, threads);
    program.run(schedule);
    if (state.moment != Moment::Violation) letDebuggerLook(Moment::Over);
  } while (state.restart != 0);
  state = {};
  return std::nullopt;
}

}  // namespace heddle::runtime
