#include "report/rules.h"

#include <array>
#include <cstddef>

namespace heddle::report {
namespace {

using enum core::ViolationKind;

constexpr std::array kRules{
    Rule{Assertion, "assertion", "An assertion fails in some execution.",
         "Follow the steps of the threads: they are one order, allowed by the memory model, in which the condition is "
         "false."},
    Rule{Abort, "abort", "The program aborts in some execution.",
         "Somebody calls abort() or traps. Follow the steps of the threads to the condition that leads there."},
    Rule{UncaughtException, "uncaught exception", "An exception leaves a thread or main and nobody catches it.",
         "Catch it in the thread that throws it, or hand it over with std::promise or std::exception_ptr."},
    Rule{DataRace, "data race", "Two threads access the same memory, one of them writes, and nothing orders the two.",
         "Behaviour is undefined in C and C++. Make the accesses atomic, or hold the same lock around both; a release "
         "store and the acquire load that reads it order what is around them."},
    Rule{Deadlock, "deadlock", "Threads wait for each other, or for what nobody does any more.",
         "Take locks in one order everywhere; signal under the lock that guards what the other thread waits for."},
    Rule{Livelock, "livelock", "A thread waits in a loop for what nobody does any more.",
         "Look at what the loop reads, and at who should have changed it."},
    Rule{UseAfterFree, "use after free", "Memory is accessed after it was freed or its lifetime has ended.",
         "Free it when no thread can have a pointer to it any more: join first, count references, or use hazard "
         "pointers or epochs."},
    Rule{DoubleFree, "double free", "Memory is freed twice.",
         "Let one owner free it; decide atomically who that is (exchange, reference count)."},
    Rule{BadFree, "bad free", "Something is freed that was not allocated, or by the wrong function.",
         "Free exactly the pointer that malloc or new has returned, with the function that belongs to it."},
    Rule{OutOfBounds, "out of bounds", "An access is outside of its object.",
         "Check the index where it is computed: another thread may change what it depends on."},
    Rule{NullDereference, "null dereference", "A null pointer is used.",
         "The pointer may not have been published yet, or was taken away by another thread."},
    Rule{WildPointer, "wild pointer", "A pointer is used that points to nothing the program has.",
         "It may have been read while another thread wrote it, or was never set."},
    Rule{LockMisuse, "lock misuse", "A lock is used as its specification forbids.",
         "Unlock only what this thread holds; initialise locks once, before they are used; destroy them when nobody "
         "can use them any more."},
    Rule{DivisionByZero, "division by zero", "An integer is divided by zero, or the result does not fit.",
         "Check the divisor in the thread that divides, under the lock that guards it."},
    Rule{StackOverflow, "stack overflow", "A thread needs more stack than it has.",
         "Look for recursion without an end, or give more: --stack-size."},
    Rule{SystemCall, "system call", "The program makes a system call that the sandbox forbids.",
         "Leave it out of the test, or allow all of them: --no-sandbox."},
    Rule{ExitStatus, "exit status", "The program ends with an exit status other than 0.",
         "That is a violation since --exit-status was given."},
    Rule{Nondeterminism, "nondeterminism", "The program does something else when the same schedule is run again.",
         "It depends on something besides its threads: time, addresses, random numbers, files. Make that fixed."},
};

static_assert([] {
  for (std::size_t i = 0; i < kRules.size(); ++i)
    if (static_cast<std::size_t>(kRules[i].kind) != i) return false;
  return kRules.size() == static_cast<std::size_t>(Nondeterminism) + 1;
}());

}  // namespace

std::span<const Rule> rules() { return kRules; }

const Rule& ruleOf(core::ViolationKind kind) { return kRules[static_cast<std::size_t>(kind)]; }

}  // namespace heddle::report
