// One execution of the program under test, as far as it has got.
//
// The program fills it, the search reads it. Under SC the value of a word is
// what real memory holds, so both the native and the scripted program can
// answer "is this thread enabled?" the same way.
#pragma once

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "core/assumption.h"
#include "core/event_log.h"
#include "core/op.h"
#include "core/update.h"
#include "core/verdict.h"

namespace heddle::core {

struct Word {
  Address addr = 0;
  unsigned bytes = 0;
  bool operator==(const Word&) const = default;
};

enum class ThreadStatus : std::uint8_t {
  Absent,   // not spawned in this execution
  Ready,    // stopped before `pending`
  Stopped,  // at an assume(false), for good
  Exited,
  Ended,  // by exit() or by returning from main: nobody can join it any more
};

// Aligned so that a pending op is one cache line.
struct alignas(64) ThreadState {
  Op pending;
  ThreadStatus status = ThreadStatus::Absent;
};

enum class End : std::uint8_t {
  Running,
  Complete,   // every thread exited (or the process did)
  Blocked,    // some thread stopped at an assume(false) and nobody else can go on
  Deadlock,   // nobody can go on; no assume is to blame
  Violated,   // see `violation`
  Abandoned,  // the search stopped although somebody could go on
  Cut,        // a limit of the executor was hit: see `stop`
  Refused,    // the program needs something Heddle does not support: see `stop`
};

// How a message about a bound begins; whoever has found a violation leaves it out.
inline constexpr std::string_view kNoViolationWithin = "no violation within ";

// Why an execution was cut or refused.
struct StopReason {
  std::string message;  // one sentence that says what to do, without the location
  SiteId site = 0;
  ThreadId thread = 0;
  bool endless = false;    // Cut in a loop without visible operations: most executions will run into it
  bool bounded = false;    // a thread was stopped at a bound of the user's; the others went on to their ends
  bool isOutside = false;  // Cut by a limit on the whole search: the execution itself could go on
};

struct Execution {
  std::vector<ThreadState> threads;  // by ThreadId; sized to the ids known so far
  EventLog trace;
  bool exiting = false;  // main returned or somebody called exit()
  // What each thread did depends on nothing but its own events, and it left
  // nothing behind for others but its events. Kept for weak memory only.
  bool isClosed = false;
  End end = End::Running;
  std::optional<Violation> violation;        // with Violated, Deadlock
  std::vector<Violation> furtherViolations;  // those after the first, when the program was told to keep going
  std::optional<StopReason> stop;            // with Cut, Refused; with Violated if a bound has stopped a thread too
  std::optional<Broken> broken;              // with Cut: an assumption about the program does not hold
};

// Real memory. Little endian on both supported processors: the low bytes of a
// value come first.
inline Value loadWord(Address addr, unsigned size) {
  const auto* const p = reinterpret_cast<const void*>(addr);
  const auto load = [p](auto word) -> Value {
    std::memcpy(&word, p, sizeof(word));
    return word;
  };
  switch (size) {
    case 1: return load(std::uint8_t{});
    case 2: return load(std::uint16_t{});
    case 4: return load(std::uint32_t{});
    case 8: return load(std::uint64_t{});
    default: return load(Value{});
  }
}
inline void storeWord(Address addr, unsigned size, Value value) {
  auto* const p = reinterpret_cast<void*>(addr);
  switch (size) {
    case 1: std::memcpy(p, &value, 1); break;
    case 2: std::memcpy(p, &value, 2); break;
    case 4: std::memcpy(p, &value, 4); break;
    case 8: std::memcpy(p, &value, 8); break;
    default: std::memcpy(p, &value, 16); break;
  }
}

// Whether the op of a thread that is Ready can be performed now: the part of
// `enabled` that few ops need.
bool guardHolds(const Op& op);

// Whether `thread` can perform its pending op now, under SC.
inline bool enabled(const Execution& execution, ThreadId thread) {
  const ThreadState& state = execution.threads[thread];
  if (state.status != ThreadStatus::Ready) return false;
  const OpKind kind = Small(state.pending).kind();  // this is asked right after it was written
  if (kind <= OpKind::Write || (kind == OpKind::Update && !state.pending.rule->canBlock)) [[likely]]
    return true;
  if (kind == OpKind::Join) return execution.threads[state.pending.other].status == ThreadStatus::Exited;
  return guardHolds(state.pending);
}

// How many steps of the trace the scheduler has decided on.
inline std::size_t askedSteps(const Execution& execution) {
  return static_cast<std::size_t>(
      std::count_if(execution.trace.begin(), execution.trace.end(), [](const Event& event) { return event.asked; }));
}

// Whether an execution that has ended shows a violation that was seen in another one.
bool shows(const Execution& execution, const Violation& wanted);

// How an execution in which no thread is enabled has ended.
End classifyStuck(const Execution& execution);

}  // namespace heddle::core
