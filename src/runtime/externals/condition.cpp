// Condition variables: the first 8 bytes of the object say who waits (core/condition_rules.h).
//
// A thread is among those that wait before it gives the mutex back. That is as if it did both
// at once: in between it does nothing, and whoever signals then might as well come after that.
#include "runtime/externals/condition.h"

#include <fmt/format.h>
#include <pthread.h>

#include <bit>
#include <cerrno>

#include "core/condition_rules.h"
#include "runtime/externals/guarded_words.h"
#include "runtime/externals/posix.h"

namespace heddle::runtime::externals {
namespace {

using namespace core::conditions;  // NOLINT: the rules

struct Condition {
  std::uint64_t waiting;
  clockid_t clock;
};
static_assert(sizeof(Condition) <= sizeof(pthread_cond_t) && CLOCK_REALTIME == 0);

clockid_t& clockOf(pthread_cond_t* condition) { return reinterpret_cast<Condition*>(condition)->clock; }

// Who destroys it comes after all who have left it.
[[gnu::always_inline]] inline Op onCondition(void* condition, const core::UpdateRule& rule, std::uint64_t a,
                                             Order order = Order::Relaxed) {
  return updateWith(condition, rule, order, a);
}
// On the word that the thread sleeps at.
[[gnu::always_inline]] inline Op onSleeper(ThreadId thread, void* condition, const core::UpdateRule& rule, Order order,
                                           std::uint64_t a) {
  Op op = updateWith(reinterpret_cast<void*>(sleepWordOf(thread)), rule, order, a);
  op.b = addressOf(condition);
  return op;
}

void requireAlive(void* condition, Value found) {
  if ((found & kDestroyed) != 0) misuse("uses the destroyed condition variable", condition);
}

ThreadId nthOf(std::uint64_t waiting, std::uint64_t n) {
  for (; n != 0; --n) waiting &= waiting - 1;
  return static_cast<ThreadId>(std::countr_zero(waiting));
}

}  // namespace

std::uint64_t waitingBit() {
  const ThreadId me = engine->threads.self().id;
  if (me >= kMostThreads) {
    const InHeddle guard;
    engine->limits.tooManyThreads(here(), [] {
      return fmt::format("waits at a condition variable, which only the first {} threads of a program can",
                         kMostThreads);
    });
  }
  return waiterBit(me);
}

void wakeUp(ThreadId thread, void* condition) { update(onSleeper(thread, condition, kWake, Order::Release, 1)); }

std::uint64_t beginWait(void* condition) {
  const std::uint64_t found = update(onCondition(condition, kBegin, waitingBit(), Order::Release));
  requireAlive(condition, static_cast<Value>(found));
  return found;
}

void sleepUntilWoken(void* condition) {
  Thread& me = engine->threads.self();
  Op op = onSleeper(me.id, condition, kSleep, Order::Acquire, ++me.timesWoken);
  op.kind = OpKind::Await;
  update(op);
}

// Who is taken out between the two is left out: it might as well have looked later.
bool leaveWait(void* condition) {
  Thread& me = engine->threads.self();
  Op look = onSleeper(me.id, condition, kSleep, Order::Acquire, 0);
  look.kind = OpKind::Read;
  look.rule = nullptr;
  if (update(look) > me.timesWoken) {
    ++me.timesWoken;
    return true;
  }
  update(onCondition(condition, kLeave, waitingBit(), Order::Release));
  return false;
}

void signalOne(void* condition) {
  const Value found = update(onCondition(condition, kSignal, 0));
  requireAlive(condition, found);
  const auto waiting = static_cast<std::uint64_t>(found);
  if (waiting == 0) return;
  const auto count = static_cast<unsigned>(std::popcount(waiting));
  ThreadId chosen = nthOf(waiting, 0);
  if (count > 1) {
    const Value which = engine->stepper.visible({.a = count, .site = here(), .kind = OpKind::Choose});
    chosen = nthOf(waiting, static_cast<std::uint64_t>(which));
    update(onCondition(condition, kTakeOut, waiterBit(chosen)));
  }
  wakeUp(chosen, condition);
}

void signalAll(void* condition) {
  const Value found = update(onCondition(condition, kBroadcast, 0));
  requireAlive(condition, found);
  for (auto waiting = static_cast<std::uint64_t>(found); waiting != 0; waiting &= waiting - 1)
    wakeUp(nthOf(waiting, 0), condition);
}

Address conditionOf(const Op& op) {
  const bool isOfLibrary = op.addr >= kSleepWords && op.addr < kSectionLocks;
  return isOfLibrary && core::touchesMemory(op.kind) ? static_cast<Address>(op.b) : 0;
}

bool signals(const Op& op, Address condition) {
  if (op.rule == &kOpenQueue) return op.b == condition;
  return (op.rule == &kSignal || op.rule == &kBroadcast) && op.addr == condition;
}

std::optional<ThreadId> wokenBy(const Op& op) {
  if (op.rule != &kWake) return std::nullopt;
  return static_cast<ThreadId>((op.addr - kSleepWords) / 8);
}

int initCondition(pthread_cond_t* condition, const pthread_condattr_t* attributes) {
  clockid_t clock = CLOCK_REALTIME;
  if (attributes != nullptr) {
    checkRead(attributes, sizeof(*attributes));
    pthread_condattr_getclock(attributes, &clock);
  }
  checkWrite(condition, sizeof(*condition));
  std::memset(condition, 0, sizeof(*condition));
  clockOf(condition) = clock;
  return 0;
}

namespace {

void requireMutex(pthread_mutex_t* mutex) {
  if (!kHeld.contains(mutex)) misuse("waits with a mutex that it does not hold:", mutex);
}

[[noreturn, gnu::noinline]] void refuseSecondMutex(pthread_cond_t* condition, ThreadId other) {
  const InHeddle guard;
  const auto name = [](Address address) { return engine->names.nameOf(address); };
  const Address mine = engine->threads.self().waitsWith;
  std::string message =
      fmt::format("waits at {} with {}, while {} waits there with another mutex: {}", name(addressOf(condition)),
                  name(mine), engine->stepper.table.nameOf(other), name(engine->threads.withId(other)->waitsWith));
  engine->verdicts.fail(ViolationKind::LockMisuse, std::move(message), here(), addressOf(condition), 8);
}

// While a thread waits, the condition variable belongs to its mutex (POSIX). Of two that wait together the later finds
// the earlier, so that all orders of their beginnings find it out.
void beginWaitWith(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  engine->threads.self().waitsWith = addressOf(mutex);
  for (std::uint64_t others = beginWait(condition); others != 0; others &= others - 1) {
    const ThreadId other = nthOf(others, 0);
    if (engine->threads.withId(other)->waitsWith != addressOf(mutex)) refuseSecondMutex(condition, other);
  }
}

// With --spurious-wakeups: so often each thread may.
bool wakesSpuriously() {
  if (engine->options.waitsAreTested && engine->sites.at(hot.callSite).isUntestedWait)
    engine->verdicts.breakOff({core::Assumption::TestedWaits, here()});
  Thread& me = engine->threads.self();
  if (me.spuriousWakeups == engine->options.spuriousWakeups) return false;
  if (engine->stepper.visible({.a = 2, .site = here(), .kind = OpKind::Choose}) == 0) return false;
  ++me.spuriousWakeups;
  return true;
}

void wakeSpuriously(pthread_cond_t* condition) {
  update(onCondition(condition, kWakeSpuriously, waitingBit(), Order::Release));
}

}  // namespace

int waitAtCondition(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  requireMutex(mutex);
  beginWaitWith(condition, mutex);
  unlockMutex(mutex);
  if (wakesSpuriously())
    wakeSpuriously(condition);
  else
    sleepUntilWoken(condition);
  return lockMutex(mutex);
}

namespace {

// Who is woken before the time is over simply comes later to the end of its wait.
int clockWaitModel(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, const timespec* until) {
  requireMutex(mutex);
  checkRead(until, sizeof(*until));
  const timespec end = *until;
  if (!isForWaiting(clock) || !isTime(end)) return EINVAL;
  const bool canWait = !isPast(clock, end);
  beginWaitWith(condition, mutex);
  unlockMutex(mutex);
  bool isOver = false;
  if (canWait && wakesSpuriously())
    wakeSpuriously(condition);
  else
    isOver = !leaveWait(condition);
  if (isOver) waitUntil(clock, end);
  lockMutex(mutex);
  return isOver ? ETIMEDOUT : 0;
}

}  // namespace

int timedWaitAtCondition(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* until) {
  return clockWaitModel(condition, mutex, clockOf(condition), until);
}

int signalCondition(pthread_cond_t* condition) {
  signalOne(condition);
  return 0;
}
int broadcastCondition(pthread_cond_t* condition) {
  signalAll(condition);
  return 0;
}

int destroyCondition(pthread_cond_t* condition) {
  const Value found = update(onCondition(condition, kDestroy, 0, Order::Acquire));
  requireAlive(condition, found);
  if (found != 0) misuse("destroys a condition variable at which threads wait:", condition);
  return 0;
}

std::span<const External> conditions() {
  static const External rows[] = {
      row("pthread_cond_init", initCondition),
      row("pthread_cond_wait", waitAtCondition),
      row("pthread_cond_timedwait", timedWaitAtCondition),
      row("pthread_cond_clockwait", clockWaitModel),
      row("pthread_cond_signal", signalCondition),
      row("pthread_cond_broadcast", broadcastCondition),
      row("pthread_cond_destroy", destroyCondition),
      row("pthread_condattr_init", onObject<pthread_condattr_init, true, pthread_condattr_t>),
      row("pthread_condattr_destroy", onObject<pthread_condattr_destroy, true, pthread_condattr_t>),
      row("pthread_condattr_setclock", onObject<pthread_condattr_setclock, true, pthread_condattr_t, clockid_t>),
      row("pthread_condattr_getclock", fromObject<pthread_condattr_getclock, pthread_condattr_t, clockid_t>),
      row("pthread_condattr_setpshared", onObject<pthread_condattr_setpshared, true, pthread_condattr_t, int>),
      row("pthread_condattr_getpshared", fromObject<pthread_condattr_getpshared, pthread_condattr_t, int>),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
