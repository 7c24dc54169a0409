// syscall: futexes, and what else programs ask the system for.
//
// Who waits at a word is in a queue, a word of the library by the futex's address
// (core/condition_rules.h has its rules). As in the kernel, the queue is locked while a thread
// looks at the futex and lies down, or while others are woken; that orders them. Two futexes
// may have one queue: who waits for what is known of each thread.
#include "runtime/externals/futex.h"

#include <fmt/format.h>
#include <linux/futex.h>
#include <sys/syscall.h>

#include <bit>
#include <cerrno>
#include <climits>

#include "core/condition_rules.h"
#include "runtime/externals/condition.h"
#include "runtime/externals/guarded_words.h"

namespace heddle::runtime::externals {
namespace {

using namespace core::conditions;  // NOLINT: the rules

Address queueOf(Address futex) { return kFutexQueues + 8 * (futex / 4 * 0x9e3779b97f4a7c15 >> 56); }
static_assert(kFutexQueueCount == 1U << (64 - 56));

[[gnu::always_inline]] inline Value onQueue(Address futex, const core::UpdateRule& rule, std::uint64_t a) {
  Op op = updateWith(reinterpret_cast<void*>(queueOf(futex)), rule, Order::AcqRel, a);
  op.b = futex;
  return update(op);
}

std::uint32_t lookAt(Address futex) {
  return static_cast<std::uint32_t>(engine->stepper.visible(
      {.addr = futex, .site = here(), .kind = OpKind::Read, .order = Order::Relaxed, .size = 4}));
}

// Those in the queue that wait for this.
std::uint64_t waitersOf(std::uint64_t queue, Address futex, std::uint32_t bits) {
  std::uint64_t all = 0;
  for (std::uint64_t rest = queue & ~kChoosing; rest != 0; rest &= rest - 1) {
    const auto t = static_cast<ThreadId>(std::countr_zero(rest));
    const Thread& thread = *engine->threads.withId(t);
    if (thread.futex == futex && (thread.futexBits & bits) != 0) all |= waiterBit(t);
  }
  return all;
}

std::uint64_t choose(std::uint64_t count) {
  return count < 2 ? 0
                   : static_cast<std::uint64_t>(
                         engine->stepper.visible({.a = count, .site = here(), .kind = OpKind::Choose}));
}

// Any so many of them, in as many ways as there are sets.
std::uint64_t someOf(std::uint64_t waiting, unsigned most) {
  std::uint64_t some = 0;
  for (auto left = static_cast<unsigned>(std::popcount(waiting)); left > most && most > 0; --left) {
    // Whether the first of those that are left is among them.
    const std::uint64_t first = waiting & -waiting;
    waiting ^= first;
    if (most == 1) {
      const std::uint64_t which = choose(left);
      if (which == 0) return some | first;
      for (std::uint64_t i = 1; i < which; ++i) waiting &= waiting - 1;
      return some | (waiting & -waiting);
    }
    if (choose(2) != 0) {
      some |= first;
      --most;
    }
  }
  return most == 0 ? some : some | waiting;
}

void wakeAll(std::uint64_t threads, Address futex) {
  for (; threads != 0; threads &= threads - 1)
    wakeUp(static_cast<ThreadId>(std::countr_zero(threads)), reinterpret_cast<void*>(futex));
}

}  // namespace

int futexWait(std::uint32_t* word, std::uint32_t expected, std::uint32_t bits, std::optional<FutexTimeout> timeout) {
  const Address futex = addressOf(word);
  const std::uint64_t own = waitingBit();
  onQueue(futex, kLockQueue, 0);
  if (lookAt(futex) != expected) {
    onQueue(futex, kTakeOut, 0);
    return EAGAIN;
  }
  Thread& me = engine->threads.self();
  me.futex = futex;
  me.futexBits = bits;
  onQueue(futex, kEnqueue, own);
  if (!timeout) {
    sleepUntilWoken(word);
    me.futex = 0;
    return 0;
  }
  // Who is woken before the time is over simply comes later to the end of its wait.
  for (Address at = futex;; at = me.futex) {
    if ((onQueue(at, kLeaveQueue, own) & own) != 0) {
      if (timeout->clock)
        waitUntil(*timeout->clock, timeout->time);
      else
        waitFor(timeout->time);
      me.futex = 0;
      return ETIMEDOUT;
    }
    if (me.futex == at) break;  // it was not moved to another queue, but woken
  }
  sleepUntilWoken(word);
  me.futex = 0;
  return 0;
}

namespace {

[[gnu::noinline]] unsigned wakeSome(std::uint64_t queue, Address futex, unsigned most, std::uint32_t bits) {
  const std::uint64_t woken = someOf(waitersOf(queue, futex, bits), most);
  onQueue(futex, kTakeOut, woken);
  wakeAll(woken, futex);
  return static_cast<unsigned>(std::popcount(woken));
}

[[gnu::always_inline]] inline unsigned wake(std::uint32_t* word, unsigned most, std::uint32_t bits) {
  const Address futex = addressOf(word);
  const auto queue = static_cast<std::uint64_t>(onQueue(futex, kOpenQueue, 0));
  return queue == 0 ? 0 : wakeSome(queue, futex, most, bits);
}

}  // namespace

unsigned futexWake(std::uint32_t* word, unsigned most, std::uint32_t bits) { return wake(word, most, bits); }

namespace {

// Wakes some, and has others wait for another word: how many it has touched, or -1 if the word is not what it should
// be.
long requeue(Address from, unsigned most, unsigned mostMoved, Address to, std::optional<std::uint32_t> expected) {
  const Address first = std::min(queueOf(from), queueOf(to)) == queueOf(from) ? from : to;
  const Address second = first == from ? to : from;
  const bool isOne = queueOf(from) == queueOf(to);
  auto queue = static_cast<std::uint64_t>(onQueue(first, kLockQueue, 0));
  if (!isOne) {
    const auto other = static_cast<std::uint64_t>(onQueue(second, kLockQueue, 0));
    if (second == from) queue = other;
  }
  const bool isExpected = !expected || lookAt(from) == *expected;
  std::uint64_t woken = 0, moved = 0;
  if (isExpected) {
    const std::uint64_t waiting = waitersOf(queue, from, kAnyBits);
    woken = someOf(waiting, most);
    moved = someOf(waiting & ~woken, mostMoved);
    for (std::uint64_t rest = moved; rest != 0; rest &= rest - 1)
      engine->threads.withId(static_cast<ThreadId>(std::countr_zero(rest)))->futex = to;
  }
  if (isOne) {
    onQueue(from, kTakeOut, woken);
  } else {
    onQueue(to, kEnqueue, moved);
    onQueue(from, kTakeOut, woken | moved);
  }
  wakeAll(woken, from);
  return isExpected ? std::popcount(woken) + std::popcount(moved) : -1;
}

timespec timeAt(const timespec* time) {
  checkRead(time, sizeof(*time));
  return *time;
}

long futexModel(std::uint32_t* word, int operation, std::uint32_t value, const timespec* time, std::uint32_t* other,
                std::uint32_t value3) {
  const auto count = [](std::uint32_t number) { return std::min<std::uint32_t>(number, INT_MAX); };
  // First, since it is frequent: the switch would be a jump through a table.
  if ((operation & FUTEX_CMD_MASK) == FUTEX_WAKE) [[likely]]
    return wake(word, count(value), kAnyBits);
  const clockid_t clock = (operation & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  const auto second = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(time));
  const auto waited = [&](std::uint32_t bits, std::optional<FutexTimeout> timeout) -> long {
    if (bits == 0 || (timeout && (timeout->time.tv_sec < 0 || !isTime(timeout->time)))) return failWith(EINVAL);
    const int error = futexWait(word, value, bits, timeout);
    return error == 0 ? 0 : failWith(error);
  };
  switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT: return waited(kAnyBits, time ? std::optional(FutexTimeout{timeAt(time)}) : std::nullopt);
    case FUTEX_WAIT_BITSET:
      return waited(value3, time ? std::optional(FutexTimeout{timeAt(time), clock}) : std::nullopt);
    case FUTEX_WAKE_BITSET: return value3 == 0 ? failWith(EINVAL) : long{futexWake(word, count(value), value3)};
    case FUTEX_REQUEUE: return requeue(addressOf(word), count(value), count(second), addressOf(other), std::nullopt);
    case FUTEX_CMP_REQUEUE: {
      const long touched = requeue(addressOf(word), count(value), count(second), addressOf(other), value3);
      return touched < 0 ? failWith(EAGAIN) : touched;
    }
    default: break;
  }
  const InHeddle guard;
  engine->verdicts.refuse(fmt::format("this operation on a futex ({}) is not supported", operation & FUTEX_CMD_MASK),
                          here());
}

long syscallModel(long number, long a, long b, long c, long d, long e, long f) {
  switch (number) {
    case SYS_futex:
      return futexModel(reinterpret_cast<std::uint32_t*>(a), static_cast<int>(b), static_cast<std::uint32_t>(c),
                        reinterpret_cast<const timespec*>(d), reinterpret_cast<std::uint32_t*>(e),
                        static_cast<std::uint32_t>(f));
    case SYS_gettid: return threadNumber();
    case SYS_sched_yield: return 0;
    default: break;
  }
  const InHeddle guard;
  engine->verdicts.refuse(fmt::format("the system call {} is not supported; use the function of the library", number),
                          here());
}

// What std::future waits by.
template <clockid_t clock>
bool futexWaitUntilModel(void*, std::uint32_t* word, std::uint32_t value, bool hasTimeout, std::int64_t seconds,
                         std::int64_t nanoseconds) {
  std::optional<FutexTimeout> timeout;
  if (hasTimeout) timeout = {{seconds, nanoseconds}, clock};
  return futexWait(word, value, kAnyBits, timeout) != ETIMEDOUT;
}
void futexNotifyAllModel(std::uint32_t* word) { futexWake(word, INT_MAX, kAnyBits); }

}  // namespace

std::span<const External> futexes() {
  static const External rows[] = {
      {"syscall", reinterpret_cast<const void*>(syscallModel), 1},
      row("_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_"
          "IlS3_ILl1ELl1000000000EEEE",
          futexWaitUntilModel<CLOCK_REALTIME>),
      row("_ZNSt28__atomic_futex_unsigned_base26_M_futex_wait_until_"
          "steadyEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEE"
          "NS2_IlS3_ILl1ELl1000000000EEEE",
          futexWaitUntilModel<CLOCK_MONOTONIC>),
      row("_ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj", futexNotifyAllModel),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
