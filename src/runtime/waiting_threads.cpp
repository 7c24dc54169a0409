#include "runtime/waiting_threads.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/rwlock_rules.h"
#include "core/semaphore_rules.h"
#include "runtime/externals/barrier.h"
#include "runtime/externals/condition.h"
#include "runtime/externals/locks.h"

namespace heddle::runtime {

using core::Event;
using core::TraceLine;

namespace {

constexpr char kNoSignal[] = "; nobody has signalled";

}  // namespace

std::string WaitingThreads::explain(ThreadId t, TraceLine& line, const std::string& library) const {
  return engine_.ends.spins(t) ? explainSpinning(t, line) : explainWaiting(t, line, library);
}

std::string WaitingThreads::explainWaiting(ThreadId t, TraceLine& line, const std::string& library) const {
  const core::Op& op = engine_.stepper.execution.threads[t].pending;
  std::string waits;
  if (op.kind == OpKind::Join) {
    line.object = threads_.nameOf(op.other);
    const bool isInside = !library.empty() && !library.ends_with("thread::join");
    waits = fmt::format("waits{} for {} to exit", isInside ? " in " + library : "", line.object);
    line.note = waits;
    return waits;
  }
  line.object = objects_.of(op);
  if (Address condition = externals::conditionOf(op); condition != 0) {
    if (const Address movedTo = engine_.stepper.threads[t].futex; movedTo != 0) condition = movedTo;
    line.object = objects_.of(condition, 0, op.site);
    line.op = "wait";
    const std::string signal = lastSignal(condition, t);
    if (!library.empty() && library.find("condition_variable") == std::string::npos) {
      if (line.object.starts_with("std::__")) line.object.clear();
      line.note = "waits in " + library + (signal == kNoSignal ? "" : signal);
      return line.note;
    }
    line.note = "waits for a signal" + signal;
    return fmt::format("waits for a signal of {}{}", line.object, signal);
  }
  if (const std::string why = whyNotYet(op); !why.empty()) {
    line.note = "waits: " + why;
    return fmt::format("waits for {} ({})", line.object, why);
  }
  const Event* const holder = graph_.lastWriter(op.addr);
  if (holder == nullptr) {
    line.note = "waits";
    return "waits for " + line.object;
  }
  const std::string held =
      fmt::format("held by {} since {}", threads_.nameOf(holder->thread), engine_.sites.placeOf(holder->op.site));
  line.note = "waits: " + held;
  return fmt::format("waits for {} ({})", line.object, held);
}

// At what is no mutex: several may hold it, or nobody does.
std::string WaitingThreads::whyNotYet(const core::Op& op) const {
  namespace rwlocks = core::rwlocks;
  if (op.rule == &core::semaphores::kWait) {
    const Event* const last = graph_.lastWriter(op.addr);
    if (last == nullptr) return "it is 0 from the start";
    return fmt::format("it is 0 since {} {} at {}", threads_.nameOf(last->thread),
                       last->op.rule == op.rule ? "took the last one" : "changed it",
                       engine_.sites.placeOf(last->op.site));
  }
  if (const Address barrier = externals::barrierOf(op); barrier != 0) return externals::arrivedAt(barrier);
  if (op.rule == &rwlocks::kReadLock || op.rule == &rwlocks::kReadLockLast || op.rule == &rwlocks::kWriteLock ||
      op.rule == &rwlocks::kWriteLockQueued)
    return holdersOf(externals::lockOf(op.addr));
  return "";
}

// Of a read-write lock.
std::string WaitingThreads::holdersOf(Address lock) const {
  std::string holders;
  const auto add = [&](ThreadId t, const char* what) {
    holders += fmt::format("{}{} {}", holders.empty() ? "" : ", ", threads_.nameOf(t), what);
  };
  for (ThreadId t = 0; t < engine_.stepper.execution.threads.size(); ++t) {
    const Thread& thread = engine_.stepper.threads[t];
    const Op& pending = engine_.stepper.execution.threads[t].pending;
    const bool isReady = engine_.stepper.execution.threads[t].status == core::ThreadStatus::Ready;
    if (thread.heldShared.contains(lock))
      add(t, "holds it to read");
    else if (thread.held.contains(lock))
      add(t, "holds it to write");
    if (isReady && pending.rule == &core::rwlocks::kWriteLockQueued && pending.addr == lock) add(t, "waits to write");
  }
  return holders;
}

// Who was the last to signal there, and what became of it.
std::string WaitingThreads::lastSignal(Address condition, ThreadId waiter) const {
  const auto& events = engine_.stepper.execution.trace;
  const auto last = std::find_if(std::make_reverse_iterator(events.end()), std::make_reverse_iterator(events.begin()),
                                 [&](const Event& event) { return externals::signals(event.op, condition); });
  if (last == std::make_reverse_iterator(events.begin())) return kNoSignal;
  std::string woken;
  bool isWaiter = false;
  for (const Event* next = &*last + 1; next != events.end(); ++next) {
    const std::optional<ThreadId> who = externals::wokenBy(next->op);
    if (next->thread != last->thread || !who || externals::conditionOf(next->op) != condition) continue;
    woken += (woken.empty() ? "" : ", ") + threads_.nameOf(*who);
    isWaiter = isWaiter || *who == waiter;
  }
  return fmt::format("; the last signal, by {} at {}, woke {}{}", threads_.nameOf(last->thread),
                     engine_.sites.placeOf(last->op.site), woken.empty() ? "nobody" : woken,
                     isWaiter ? ", which waits again" : "");
}

// In a loop, for ever: which, and what it reads in vain.
std::string WaitingThreads::explainSpinning(ThreadId t, TraceLine& line) const {
  const core::Op& op = engine_.stepper.execution.threads[t].pending;
  std::vector<core::Op> looks = engine_.livelocks.looksOf(t);
  if (engine_.stepper.endedIteration(t)) {
    line.op = "loop";
  } else {
    line.object = objects_.of(op.addr, op.size, op.site);
    if (looks.empty()) looks.push_back(op);
  }
  std::string values;
  for (const core::Op& look : looks) {
    if (!values.empty()) values += ", ";
    values += objects_.of(look.addr, look.size, look.site) + " " + whatItIs(look);
  }
  const SiteId loop = loopOf(engine_.stepper, engine_.sites, t);
  const std::string where = loop == 0 ? "" : " in the loop at " + engine_.sites.placeOf(loop);
  line.note = fmt::format("spins for ever{}{}{}", where, values.empty() ? "" : ": ", values);
  return line.note;
}

std::string WaitingThreads::whatItIs(const core::Op& op) const {
  const std::string value = "is " + values_.of(core::loadWord(op.addr, op.size), op);
  if (const PlainAccess* const plain = engine_.recording.lastPlainWriter(op.addr))
    return fmt::format("{}, written by {} at {}", value, threads_.nameOf(plain->thread),
                       engine_.sites.placeOf(plain->site));
  const Event* const writer = graph_.lastWriter(op.addr);
  if (writer == nullptr) return value + " from the start";
  const std::string who = threads_.nameOf(writer->thread);
  const std::string where = engine_.sites.placeOf(writer->op.site);
  switch (externals::lockAfter(*writer)) {
    case externals::LockState::None: break;
    case externals::LockState::Free: return fmt::format("is free, unlocked by {} at {}", who, where);
    case externals::LockState::Held: return fmt::format("is held by {} since {}", who, where);
    case externals::LockState::Destroyed: return fmt::format("is destroyed by {} at {}", who, where);
  }
  return fmt::format("{}, written by {} at {}", value, who, where);
}

}  // namespace heddle::runtime
