// The execution that runs: its events and threads, who of them runs, what happens
// before what. The parts of the engine share it; Stepper is the one that owns it.
//
// Threads are fibers. One that has to wait asks the scheduler, right there on its
// own stack, who goes next, and switches straight to that one. The root (whoever
// called Engine::run) is switched to only when the execution ends.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/program.h"
#include "runtime/access_guard.h"
#include "runtime/hot.h"
#include "runtime/race_detector.h"
#include "runtime/stack_notice.h"
#include "runtime/thread.h"

namespace heddle::runtime {

// Aligned so that speed does not depend on where it happens to lie.
class alignas(256) Running {
 public:
  Running(bool racesCount, std::uint64_t stackSize);
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  // Executions are run by this thread of the process from now on.
  void adoptThread();

  // What each step needs comes first.
  core::Scheduler* scheduler = nullptr;
  Thread* current = nullptr;
  std::vector<Thread> threads;  // by id; never resized: fibers hold pointers into it
  ExceptionGlobals* exceptionGlobals = nullptr;
  std::uint64_t choice = 0;  // of the step being carried out
  unsigned unjoined = 0;     // threads spawned and not joined: 0 means that only one thread runs
  const bool checkRaces;     // the policy is PlainPolicy::Race; else each plain access is a step
  bool isRecorded = false;
  bool adoptsOrder = false;             // the scheduler says what happens before what
  AccessGuard* sectionLocks = nullptr;  // of atomic sections, on execution graphs; null: there are none
  bool hasMixedWords = false;           // words that are accessed in several sizes are known (core/mixed_sizes.h)
  bool isTrial = false;                 // the execution is over; a loop that waits is tried again (loops/livelocks.h)
  bool wasBlocked = false;              // the scheduler has stopped it because threads wait for another execution
  core::Execution execution;
  RaceDetector detector;
  core::EventOrder* order = nullptr;  // not in a trial
  core::ThreadTable table;
  Thread root;
  std::uint64_t trials = 0;  // in this execution
  // What atomic sections have written that do not come to their end: whoever would access it stops, too.
  std::vector<core::Word> unfinished;

  void restart(core::Scheduler& by, bool canBeClosed);

  // --- threads ---

  bool exists(ThreadId t) const {
    return t < execution.threads.size() && execution.threads[t].status != core::ThreadStatus::Absent;
  }
  Op& pending() { return current->state->pending; }
  // Whether the thread stopped at the end of an iteration of a loop.
  bool endedIteration(ThreadId t) const {
    return threads[t].endedIteration && execution.threads[t].status == core::ThreadStatus::Stopped;
  }

  // Where the stack of a thread lies: [stackBottom, stackTop). The tops are at
  // different places of their slots, since what lies whole slots apart competes
  // for the same few lines of a cache.
  static Address stackTop(ThreadId t) { return stackEnd(t) - t % 14 * 1152; }
  Address stackBottom(ThreadId t) const { return stackEnd(t) - layout::kStackTops - stackBytes_; }
  // Whether these bytes are in the part of the running thread's own stack that no
  // instrumented object covers: arguments of variadic functions, temporaries of
  // library code. What lies below `frame` is dead.
  bool isOwnStack(Address addr, std::uint64_t bytes, Address frame) const;

  // --- turns ---

  void switchTo(Thread& to);
  // Asks who goes next. Returns when the scheduler has chosen the running thread again.
  void dispatch() { carryOut(scheduler->next(execution)); }
  void carryOut(core::Step step);
  // Nobody goes on. Comes back when the thread is tried again after the end.
  void stop(bool isBlocked);
  // The running thread has no more to do. Whoever waits for its exit goes on,
  // in its place: also inside the spawn that it may be running in.
  [[noreturn]] void handOver();
  // It does not get past an assume(false), or what is as good as that.
  [[noreturn]] void stopThread(SiteId site);
  bool isUnfinished(Address addr, std::uint64_t bytes) const;
  // As if it had run to its end.
  [[noreturn]] void endThread();

  // At the end: what threads wait for, as the program says it and not as the scheduler was asked.
  void restoreParts();
  // Notes how the execution has ended.
  void conclude(core::End how);
  // The same, on the stack of a thread. Comes back only when that is tried again after the end.
  void end(core::End how);
  [[noreturn]] void leave(core::End how);
  // What a thread that is tried again does not get past: it could not be rolled back.
  void leaveTrial() {
    if (isTrial) [[unlikely]]
      leave(core::End::Blocked);
  }

  // --- events ---

  // What is not known yet is set later: should the op fail, it is in the trace
  // nevertheless.
  core::Event& record(const Op& op, bool asked) {
    core::Event& event = execution.trace.append();
    core::copyOp(event.op, op);
    event.read = 0;
    event.setLast(current->id, false, asked);
    return event;
  }
  // The last event that wrote there; null if none did.
  const core::Event* lastWriter(Address addr) const;
  // The program does something that others may observe or that depends on others,
  // and is no event.
  void noteUnseen() { execution.isClosed = false; }
  bool ordersEvents() const { return order != nullptr; }

  // --- happens-before ---

  void refreshEpoch() { hot.epoch = detector.epoch(current->id); }
  std::span<const std::uint32_t> clockAfter(ThreadId thread) const;
  // What the scheduler says of the thread, if it says that.
  void adoptOrderOf(ThreadId thread);
  void leaveSection();
  void noteUnfinished();

  // Whether plain accesses come to the runtime, and how quickly they may pass.
  void updateWatch() {
    const bool isOffSlice =
        current != nullptr && current->section.isOffSlice;     // what is in it may not be (lock_sections.h)
    const bool isClose = isRecorded || isTrial || isOffSlice;  // each asks, at length
    hot.watch = static_cast<std::uint8_t>(unjoined != 0 || isClose);
    hot.quickPlain = checkRaces && !isClose && sectionLocks == nullptr;
  }

 private:
  static Address stackEnd(ThreadId t) { return layout::kStacks + (t + 1) * layout::kStackSlot; }

  std::uint64_t stackBytes_;
  StackBounds rootStack_;
};

[[gnu::always_inline]] inline void Running::switchTo(Thread& to) {
  Thread& from = *current;
  if (exceptionGlobals->inUse() || to.exceptions.inUse()) [[unlikely]] {
    from.exceptions = *exceptionGlobals;
    *exceptionGlobals = std::exchange(to.exceptions, {});
  }
  from.callSite = hot.callSite;
  from.userSite = hot.userSite;
  hot.callSite = to.callSite;
  hot.userSite = to.userSite;
  current = &to;
  hot.calls = &to.calls;
  hot.tls = to.tls;
  hot.epoch = detector.epoch(to.id);
  noteSwitchTo(&to == &root
                   ? rootStack_
                   : StackBounds{reinterpret_cast<void*>(stackBottom(to.id)), stackTop(to.id) - stackBottom(to.id)});
  heddleFiberSwitch(&from.fiber, &to.fiber);
  noteSwitched();
}

[[gnu::always_inline]] inline void Running::carryOut(core::Step step) {
  if (step.isStop()) [[unlikely]]
    return stop(step.isBlocked());
  choice = step.choice;
  if (step.thread != current->id) switchTo(threads[step.thread]);
}

}  // namespace heddle::runtime
