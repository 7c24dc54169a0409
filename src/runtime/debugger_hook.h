// A debugger at the program under test: what it is shown, and where it takes hold of it.
//
// cli/debugger/*.py, which run in gdb, have a breakpoint at heddleDebuggerStop; they read and write heddleDebugger,
// whose members they know in their order. Without a debugger nobody calls the one or writes the other.
#pragma once

#include <array>
#include <cstdint>

#include "core/execution.h"

namespace heddle::runtime {

// Why the program stands still for the debugger.
enum class Moment : std::uint64_t {
  Loaded = 1,  // nothing has been run yet
  Decided,     // the step to stop at is about to be performed
  Asking,      // it has been performed, and its thread has come to its next operation
  Violation,   // the thread that commits it is about to be stopped
  Over,        // the execution is over; the threads stand where they have got to
};

struct DebuggedThread {
  const void* self;          // what DebuggerState::current leads to while it runs
  const void* const* stack;  // where the registers are that a switch has left, while it does not
  const core::ThreadStatus* status;
  std::uint64_t waits;  // it cannot go on by itself
};

struct DebuggerState {
  std::uint64_t isAttached = 0;
  std::uint64_t stopAt = 0;   // written by the debugger: the step to stop at
  std::uint64_t restart = 0;  // written by the debugger: the execution is run again, from its start
  Moment moment = {};
  std::uint64_t step = 0;     // how many the schedule has decided on
  std::uint64_t decided = 0;  // whose the last of them is
  const void* current = nullptr;
  const DebuggedThread* threads = nullptr;
  std::uint64_t threadCount = 0;
  const char* recording = nullptr;  // JSON, for the debugger: what the steps are
  std::uint64_t recordingBytes = 0;
  // Registers where a signal has interrupted the program; the first is 0: nowhere.
  std::array<std::uint64_t, 14> fault = {};
};

extern "C" DebuggerState heddleDebugger;
extern "C" void heddleDebuggerStop();

// Not on the way to a restart.
inline void letDebuggerLook(Moment moment) {
  if (heddleDebugger.isAttached == 0 || heddleDebugger.restart != 0) [[likely]]
    return;
  heddleDebugger.moment = moment;
  heddleDebuggerStop();
}

}  // namespace heddle::runtime
