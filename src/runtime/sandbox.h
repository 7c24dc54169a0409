// The program under test runs natively, in this process: what it calls would happen
// to the machine, once an execution. So it runs on a thread of its own, under a
// seccomp filter that lets pass what is harmless: memory, time, reading files,
// writing to standard output and error. The kernel reports every other system call
// to the supervisor, the thread that waits here. If the call is Heddle's own, it
// goes on; if it is the program's, it does not take place and is a violation.
//
// A filter is for good: it ends with the thread. Other threads, and the compilers
// that they start, have none. It guards against mistakes, not against programs
// that mean harm: those can write to Heddle's own memory.
#pragma once

#include <functional>
#include <string>

#include "runtime/options.h"

namespace heddle::runtime {

// Calls `action` on a thread that is supervised, and waits for its end. Programs are
// loaded, run and dropped by one action. The answer: why it had no filter although
// there should be one, else nothing.
std::string inSandbox(const Options& options, const std::function<void()>& action);

// The line that says so.
std::string withoutSandbox(const std::string& why);

// Why the supervisor has interrupted the program: the system call that it tried to
// make; empty: it does not end, although it must stop.
std::string forbiddenCall();

}  // namespace heddle::runtime
