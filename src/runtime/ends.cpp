#include "runtime/ends.h"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::runtime {

bool Ends::conclude() {
  core::Execution& execution = run_.execution;
  const auto end = [&](core::End how) {
    run_.conclude(how);
    return false;
  };
  const auto isOver = [](const core::ThreadState& t) {
    return t.status != core::ThreadStatus::Ready && t.status != core::ThreadStatus::Stopped;
  };
  if (run_.wasBlocked) return end(execution.violation ? core::End::Violated : core::End::Blocked);
  if (!execution.violation && std::ranges::all_of(execution.threads, isOver)) return end(core::End::Complete);
  for (ThreadId t = 0; t < execution.threads.size(); ++t)
    if (core::enabled(execution, t)) return end(core::End::Abandoned);
  if (checkWaiters() || execution.violation) return end(core::End::Violated);
  core::End how = core::classifyStuck(execution);
  if (how == core::End::Blocked && takesAllAlong()) how = core::End::Complete;
  if (how == core::End::Complete)
    for (const core::ThreadState& thread : execution.threads)
      if (thread.status == core::ThreadStatus::Ready) verdicts_.noteLeftWaiting(thread.pending.site);
  if (how != core::End::Complete && groups_.holdUp()) return end(core::End::Blocked);
  if (how == core::End::Deadlock) explainDeadlock();
  run_.conclude(how);
  return execution.end == core::End::Blocked;
}

// Whether the process exits, and whoever was stopped spins in a loop: it
// could not have held that up.
bool Ends::takesAllAlong() const {
  if (!run_.execution.exiting) return false;
  for (ThreadId t = 0; t < run_.execution.threads.size(); ++t)
    if (run_.execution.threads[t].status == core::ThreadStatus::Stopped && !run_.endedIteration(t)) return false;
  return true;
}

// Whether the thread waits for one that spins in a loop: to exit, or to
// unlock what it holds; or for one that waits so. It is not to blame.
bool Ends::waitsForSpinning(ThreadId t) const {
  for (std::size_t i = 0; i < run_.execution.threads.size(); ++i) {
    const core::ThreadState& state = run_.execution.threads[t];
    if (spins(t)) return true;
    if (state.status != core::ThreadStatus::Ready) return false;
    if (state.pending.kind == OpKind::Join) {
      t = state.pending.other;
    } else {
      const core::Event* const holder = run_.lastWriter(state.pending.addr);
      if (holder == nullptr) return false;
      t = holder->thread;
    }
  }
  return false;  // they wait for each other
}

// A livelock if whoever waits spins in a loop or waits for one that does.
// A thread is named that is to blame; of several, one that waits for memory
// says more than one that joins.
void Ends::explainDeadlock() {
  bool livelock = true;
  std::vector<ThreadId> waiting;
  for (ThreadId t = 0; t < run_.execution.threads.size(); ++t) {
    if (run_.execution.threads[t].status != core::ThreadStatus::Ready && !run_.endedIteration(t)) continue;
    waiting.push_back(t);
    livelock = livelock && waitsForSpinning(t);
  }
  const auto rank = [&](ThreadId t) {
    const bool blamed = livelock ? spins(t) : !waitsForSpinning(t);
    return 2 * !blamed + (run_.execution.threads[t].pending.kind == OpKind::Join);
  };
  const ThreadId who = *std::ranges::min_element(waiting, {}, rank);
  const Op& op = run_.execution.threads[who].pending;
  run_.execution.violation = {
      livelock ? ViolationKind::Livelock : ViolationKind::Deadlock,
      waiting.size() == 1 ? "one thread waits for ever" : fmt::format("{} threads wait for ever", waiting.size()),
      op.site,
      who,
      op.addr,
      0,
      0};
}

bool Ends::waitsInLoop(ThreadId t) const {
  const core::ThreadState& state = run_.execution.threads[t];
  return state.status == core::ThreadStatus::Ready && core::touchesMemory(state.pending.kind) &&
         !sites_.at(state.pending.site).condition.empty();
}

// For a lock. Whoever goes on only if nobody has woken it (UpdateRule::assumes) waits for nothing.
bool Ends::waitsInLibrary(ThreadId t) const {
  const core::ThreadState& state = run_.execution.threads[t];
  return state.status == core::ThreadStatus::Ready && core::touchesMemory(state.pending.kind) &&
         state.pending.rule != nullptr && !state.pending.rule->assumes;
}

// Whoever still waits uses its word for ever.
bool Ends::checkWaiters() {
  for (ThreadId t = 0; t < run_.execution.threads.size(); ++t) {
    const Op& op = run_.execution.threads[t].pending;
    if (!(waitsInLoop(t) || waitsInLibrary(t)) || memory_.isAllowed(op)) continue;
    const Memory::Fault fault = memory_.faultOf(op.addr, op.size, op.kind == OpKind::Write);
    verdicts_.note(run_.threads[t], fault.kind, fault.message, op.site, op.addr, op.size);
    return true;
  }
  return false;
}

bool Ends::nobodyCanLeave() const {
  for (ThreadId t = 0; t < run_.execution.threads.size(); ++t) {
    const core::ThreadState& state = run_.execution.threads[t];
    if (run_.endedIteration(t) && sites_.at(loopOf(run_, sites_, t)).isEndless) continue;
    if (run_.endedIteration(t) || (state.status == core::ThreadStatus::Ready && state.pending.kind != OpKind::Join))
      return false;
  }
  return true;
}

}  // namespace heddle::runtime
