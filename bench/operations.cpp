// Rows about single steps: a recorded operation, a fiber switch, a restart.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "measure.h"
#include "rows.h"
#include "runtime/fiber.h"

namespace heddle::bench {
namespace {

struct Kind {
  const char* name;
  const char* code;
};

constexpr Kind kOperations[] = {
    {"load", "sum += atomic_load(&word)"},
    {"store", "atomic_store(&word, i)"},
    {"fetch-and-add", "sum += atomic_fetch_add(&word, 1)"},
    {"compare-and-swap", "sum += atomic_compare_exchange_strong(&word, &expected, i)"},
};

// What threads meet at: calls of it, without waiting.
struct Meeting {
  const char* name;
  const char* code;
  unsigned calls;
  unsigned steps = 1;  // of a call
};

constexpr Meeting kMeetings[] = {
    {"mutex", "{ pthread_mutex_lock(&mutex); pthread_mutex_unlock(&mutex); }", 2},
    {"recursive mutex", "{ pthread_mutex_lock(&recursive); pthread_mutex_unlock(&recursive); }", 2},
    {"C11 mutex", "{ mtx_lock(&c11); mtx_unlock(&c11); }", 2},
    {"read-write lock, to read", "{ pthread_rwlock_rdlock(&both); pthread_rwlock_unlock(&both); }", 2, 2},
    {"read-write lock, to write", "{ pthread_rwlock_wrlock(&both); pthread_rwlock_unlock(&both); }", 2},
    {"spinlock", "{ pthread_spin_lock(&spin); pthread_spin_unlock(&spin); }", 2},
    {"semaphore", "{ sem_post(&semaphore); sem_wait(&semaphore); }", 2},
    {"signal that nobody waits for", "pthread_cond_signal(&condition)", 1},
    {"broadcast that nobody waits for", "pthread_cond_broadcast(&condition)", 1},
    {"futex, wake", "syscall(SYS_futex, &word, FUTEX_WAKE, 1, 0, 0, 0)", 1},
    {"barrier of one", "pthread_barrier_wait(&barrier)", 1, 2},
    {"once, done before", "pthread_once(&once, nothing)", 1},
    {"thread-specific value", "{ pthread_setspecific(key, &word); sum += !pthread_getspecific(key); }", 2},
};

// Enough events to drown the clock's noise, few enough for the event log to
// stay in the second-level cache, as it does in programs one checks.
constexpr Counts kEvents{100, 1100};

// Takes turns: every step switches to the other one of the two workers.
class AlternatingScheduler final : public core::Scheduler {
 public:
  core::Step next(const core::Execution& execution) override {
    const auto count = static_cast<ThreadId>(execution.threads.size());
    for (ThreadId i = 1; i <= count; ++i) {
      const auto t = static_cast<ThreadId>((last_ + i) % count);
      if (core::enabled(execution, t)) return {last_ = t};
    }
    return core::Step::stop();
  }

 private:
  ThreadId last_ = 0;
};

struct PingPong {
  runtime::Fiber outside;
  runtime::Fiber inside;
};

void answerForEver(void* argument) {
  auto* const pair = static_cast<PingPong*>(argument);
  while (true) runtime::heddleFiberSwitch(&pair->inside, &pair->outside);
}

std::string operation(const char* code) { return fmt::format("-DOPERATION={}", code); }

std::vector<Line> measureMeetings() {
  StayScheduler stay;
  std::vector<Flags> variants;
  for (const Meeting& meeting : kMeetings) variants.push_back({operation(meeting.code)});
  const std::vector<double> times = nanosecondsPerCount("meetings.c", variants, kEvents, stay);
  std::vector<Line> parts;
  double slowest = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const Meeting& meeting = kMeetings[i];
    const double call = times[i] / meeting.calls;
    parts.push_back({meeting.name, call, Unit::Nanoseconds, std::nullopt, meeting.steps == 2 ? "two steps" : ""});
    slowest = std::max(slowest, call / meeting.steps);
  }
  parts.insert(parts.begin(),
               {"what threads meet at, a step, same thread: the slowest kind", slowest, Unit::Nanoseconds, atMost(20)});
  return parts;
}

}  // namespace

std::vector<Line> measureOperation() {
  StayScheduler stay;
  std::vector<Flags> variants;
  for (const Kind& kind : kOperations) variants.push_back({operation(kind.code)});
  const std::vector<double> times = nanosecondsPerCount("operations.c", variants, kEvents, stay);
  std::vector<Line> lines{{"operation, recorded, same thread: the slowest kind", *std::ranges::max_element(times),
                           Unit::Nanoseconds, atMost(15)}};
  for (std::size_t i = 0; i < times.size(); ++i) lines.push_back({kOperations[i].name, times[i]});
  AlternatingScheduler alternate;
  const double switching =
      nanosecondsPerCount("operations.c", {{operation("atomic_store(&word, i)"), "-DTWO_WORKERS"}}, kEvents, alternate)
          .front();
  lines.push_back({"store, another thread goes on after each", switching / 2});
  const std::vector<Line> meetings = measureMeetings();
  lines.insert(lines.end(), meetings.begin(), meetings.end());
  return lines;
}

std::vector<Line> measureSwitch() {
  constexpr int kIterations = 1000;
  alignas(16) static std::array<char, 64 * 1024> stack;
  PingPong pair;
  runtime::prepareFiber(pair.inside, stack.data() + stack.size(), answerForEver, &pair);
  const double time = nanosecondsOf([&] {
    for (int i = 0; i < kIterations; ++i) runtime::heddleFiberSwitch(&pair.outside, &pair.inside);
  });
  return {{"fiber switch", time / (2 * kIterations), Unit::Nanoseconds, atMost(15)}};
}

std::vector<Line> measureReset() {
  StayScheduler stay;
  const double empty = nanosecondsOfExecution(*loadProgram("empty.c"), stay);
  double whole = 0;
  std::size_t events = 0;
  {
    const auto program = loadProgram("three_threads.c", {"-DCOUNT=0"});
    whole = nanosecondsOfExecution(*program, stay);
    events = program->run(stay).trace.size();
  }
  const double operation = nanosecondsPerCount("three_threads.c", {Flags{}}, {10, 110}, stay).front() / 3;
  const double beyond = whole - static_cast<double>(events) * operation;
  return {{"restart of main and 3 threads, beyond operations", beyond / 1000, Unit::Microseconds, atMost(0.5)},
          {"whole execution, threads do nothing", whole / 1000, Unit::Microseconds},
          {"of that, operations (spawn, join, exit)", static_cast<double>(events) * operation / 1000,
           Unit::Microseconds, std::nullopt, fmt::format("{} of {:.1f} ns each", events, operation)},
          {"whole execution of an empty main", empty / 1000, Unit::Microseconds}};
}

}  // namespace heddle::bench
