// Ending the program, failing in it, errno; and what a program under test cannot do.
#include "core/library.h"
#include "core/library/families.h"

namespace heddle::core::library {
namespace {

using enum Implementation;
using enum Effect;
using enum InLoop;
using enum Fails;

constexpr char kByName[] = "it must be called by its name, not through a pointer";

constexpr Row kRows[] = {
    {"exit", Model, {.effect = None}},
    {"_exit", Model, {.effect = None}},
    {"_Exit", Model},
    {"quick_exit", Model},
    {"abort", Model, {.effect = None, .fails = Always, .isClosed = true}},
    {"__builtin_trap", Model, {.fails = Always, .isClosed = true}},  // see transform/faults.cpp
    {"__assert_fail", Model, {.effect = None, .fails = Always, .isClosed = true}},
    {"__assert", Model, {.fails = Always, .isClosed = true}},
    {"atexit", Model},
    {"at_quick_exit", Refused, {.why = "use atexit and exit"}},
    {"__cxa_atexit", Model},
    {"__cxa_thread_atexit", Model},
    {"__errno_location", Model, {.effect = ErrorNumber, .inLoop = TakesTime}},
    {"__libc_single_threaded", Model},

    {kSetJump, Native},  // and its siblings, if they are called by their names: see transform/jump_points.h
    {"setjmp", Refused, {.why = kByName}},
    {"sigsetjmp", Refused, {.why = kByName}},
    {"__sigsetjmp", Refused, {.why = kByName}},
    {"longjmp", Model},
    {"_longjmp", Model},
    {"siglongjmp", Model},
    {"__longjmp_chk", Model},
    {"fork", Refused, {.why = kOneProcess}},
    {"vfork", Refused, {.why = kOneProcess}},
    {"execv*", Refused, {.why = kOneProcess}},
    {"execl*", Refused, {.why = kOneProcess}},
    {"posix_spawn*", Refused, {.why = kOneProcess}},
    {"fexecve", Refused, {.why = kOneProcess}},
    {"clone", Refused, {.why = kOneProcess}},
    {"system", Refused, {.why = kOneProcess}},
    {"popen", Refused, {.why = kOneProcess}},
    {"wordexp", Refused, {.why = kOneProcess}},
    {"daemon", Refused, {.why = kOneProcess}},
    {"forkpty", Refused, {.why = kOneProcess}},
    {"wait", Refused, {.why = kOneProcess}},
    {"waitpid", Refused, {.why = kOneProcess}},
    {"waitid", Refused, {.why = kOneProcess}},
    {"sigaction", Refused, {.why = kSignals}},
    {"signal", Refused, {.why = kSignals}},
    {"sigwait*", Refused, {.why = kSignals}},
    {"sigsuspend", Refused, {.why = kSignals}},
    {"kill", Refused, {.why = kSignals, .mayBeAllowed = true}},
    {"killpg", Refused, {.why = kSignals, .mayBeAllowed = true}},
    {"tgkill", Refused, {.why = kSignals, .mayBeAllowed = true}},
    {"sigqueue", Refused, {.why = kSignals, .mayBeAllowed = true}},
    {"raise", Refused, {.why = kSignals, .mayBeAllowed = true}},
    {"sigprocmask", Refused, {.why = kSignals}},
    {"pthread_sigmask", Refused, {.why = kSignals}},
    {"pause", Refused, {.why = kSignals}},
    {"alarm", Refused, {.why = kSignals}},
    {"ualarm", Refused, {.why = kSignals}},
    {"setitimer", Refused, {.why = kSignals}},
    {"timer_*", Refused, {.why = kSignals}},
    {"syscall", Model, {.mayBlock = true}},
};

}  // namespace

std::span<const Row> process() { return kRows; }

}  // namespace heddle::core::library
