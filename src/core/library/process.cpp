// Ending the program, failing in it, errno; and what a program under test cannot do.
#include "core/library/families.h"

namespace heddle::core::library {
namespace {

using enum Implementation;
using enum Effect;
using enum InLoop;

constexpr char kJumps[] = "jumping out of functions is not supported";
constexpr char kOneProcess[] = "a program under test is one process";

constexpr Row kRows[] = {
    {"exit", Model, {.effect = None}},
    {"_exit", Model, {.effect = None}},
    {"_Exit", Model},
    {"quick_exit", Model},
    {"abort", Model, {.effect = None, .isClosed = true}},
    {"__builtin_trap", Model, {.isClosed = true}},  // see transform/faults.cpp
    {"__assert_fail", Model, {.effect = None, .isClosed = true}},
    {"__assert", Model, {.isClosed = true}},
    {"atexit", Model},
    {"__cxa_atexit", Model},
    {"__cxa_thread_atexit", Model},
    {"__errno_location", Model, {.effect = ErrorNumber, .inLoop = TakesTime}},
    {"__libc_single_threaded", Model},

    {"setjmp", Refused, {.why = kJumps}},
    {"_setjmp", Refused, {.why = kJumps}},
    {"sigsetjmp", Refused, {.why = kJumps}},
    {"__sigsetjmp", Refused, {.why = kJumps}},
    {"longjmp", Refused, {.why = kJumps}},
    {"_longjmp", Refused, {.why = kJumps}},
    {"siglongjmp", Refused, {.why = kJumps}},
    {"fork", Refused, {.why = kOneProcess}},
    {"vfork", Refused, {.why = kOneProcess}},
    {"execv*", Refused, {.why = kOneProcess}},
    {"execl*", Refused, {.why = kOneProcess}},
    {"posix_spawn*", Refused, {.why = kOneProcess}},
    {"sigaction", Refused, {.why = kSignals}},
    {"signal", Refused, {.why = kSignals}},
    {"sigwait*", Refused, {.why = kSignals}},
    {"syscall", Model, {.mayBlock = true}},
};

}  // namespace

std::span<const Row> process() { return kRows; }

}  // namespace heddle::core::library
