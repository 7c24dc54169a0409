// The program under test runs natively, in this process: what it calls would happen
// to the machine, once an execution. So it runs on a thread of its own, under a
// seccomp filter that lets pass what is harmless: memory, time, reading files,
// writing to standard output and error. The kernel reports every other system call
// to the supervisor, the thread that waits here. If the call is Heddle's own, it
// goes on; if it is the program's, it does not take place and is a violation.
//
// A filter is for good: it ends with the thread. A process that the supervised thread made would have its filter, and
// the supervisor of another process; so the supervisor makes it, which has none. Other threads, and the compilers that
// they start, have none. It guards against mistakes, not against programs that mean harm: those can write to Heddle's
// own memory.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

#include "runtime/options.h"

namespace heddle::runtime {

// Calls `action` on a thread that is supervised, and waits for its end. Programs are
// loaded, run and dropped by one action. The answer: why it had no filter although
// there should be one, else nothing.
std::string inSandbox(const Options& options, const std::function<void()>& action);

// From such an action: a copy of this process, which calls `work` on a thread of its own, under a filter and a
// supervisor of its own, and then ends. It ends with this process too, and not by Ctrl-C. The copy has no other threads
// but these: what is bound to the thread that is supervised here has to be made anew (native_program.h). The answer:
// its id, or -1 with errno.
pid_t forkSupervised(const std::function<void()>& work);

// The line that says so.
std::string withoutSandbox(const std::string& why);

// Why the supervisor has interrupted the program: the system call that it tried to
// make; empty: it does not end, although it must stop.
std::string forbiddenCall();

}  // namespace heddle::runtime
