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

}  // namespace

std::vector<Line> measureOperation() {
  StayScheduler stay;
  std::vector<Line> parts;
  double slowest = 0;
  for (const Kind& kind : kOperations) {
    const double time = nanosecondsPerCount("operations.c", {fmt::format("-DOPERATION={}", kind.code)}, kEvents, stay);
    parts.push_back({kind.name, time});
    slowest = std::max(slowest, time);
  }
  AlternatingScheduler alternate;
  const double switching =
      nanosecondsPerCount("operations.c", {"-DOPERATION=atomic_store(&word, i)", "-DTWO_WORKERS"}, kEvents, alternate);
  parts.push_back({"store, another thread goes on after each", switching / 2});
  std::vector<Line> lines{
      {"operation, recorded, same thread: the slowest kind", slowest, Unit::Nanoseconds, atMost(15)}};
  lines.insert(lines.end(), parts.begin(), parts.end());
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
  const double operation = nanosecondsPerCount("three_threads.c", {}, {10, 110}, stay) / 3;
  const double beyond = whole - static_cast<double>(events) * operation;
  return {{"restart of main and 3 threads, beyond operations", beyond / 1000, Unit::Microseconds, atMost(0.5)},
          {"whole execution, threads do nothing", whole / 1000, Unit::Microseconds},
          {"of that, operations (spawn, join, exit)", static_cast<double>(events) * operation / 1000,
           Unit::Microseconds, std::nullopt, fmt::format("{} of {:.1f} ns each", events, operation)},
          {"whole execution of an empty main", empty / 1000, Unit::Microseconds}};
}

}  // namespace heddle::bench
