// A thread of the program under test, and what it has done so far.
#pragma once

#include <setjmp.h>

#include <array>
#include <cstdint>
#include <list>
#include <vector>

#include "core/call_stack.h"
#include "core/execution.h"
#include "runtime/fiber.h"

namespace heddle::runtime {

using core::Address;
using core::Op;
using core::OpKind;
using core::Order;
using core::Value;
using core::ViolationKind;

// A stack object other threads may reach, between its enter and its leave.
struct StackObject {
  Address start;
  std::uint64_t bytes;
  SiteId site;
};

// Locks that a thread holds, in no order. A vector of just so many would have its end
// loaded together with its beginning right after it was stored, which waits (docs/decisions/0005-hot-path.md).
class LockList {
 public:
  // Where it is in the list; kNowhere: it is not. The one that was added last is looked at first.
  static constexpr std::size_t kNowhere = ~std::size_t{0};
  std::size_t find(Address lock) const {
    for (std::size_t i = count_; i-- > 0;)
      if (locks_[i] == lock) return i;
    return kNowhere;
  }
  bool contains(Address lock) const { return find(lock) != kNowhere; }
  bool isFull() const { return count_ == locks_.size(); }
  void grow() { locks_.resize(2 * count_ + 4); }
  // While it is not full.
  void add(Address lock) { locks_[count_++] = lock; }
  void removeAt(std::size_t place) { locks_[place] = locks_[--count_]; }
  void clear() { count_ = 0; }

 private:
  std::vector<Address> locks_;  // the first of them
  std::size_t count_ = 0;
};

struct Destructor {
  void (*function)(void*);
  void* argument;
};

// The first two words of libstdc++'s __cxa_eh_globals.
struct ExceptionGlobals {
  void* caught = nullptr;
  unsigned uncaught = 0;

  bool inUse() const { return caught != nullptr || uncaught != 0; }
};

// What belongs to the number of a thread, in all executions.
struct ThreadPlace {
  Fiber fiber;
  ThreadId id = 0;
  bool stackReady = false;             // it has a guard below it
  core::ThreadState* state = nullptr;  // what the scheduler sees of it
  core::CallStack calls;               // that it is in
};

// What it has done so far, and what it is doing: as new when it starts. It lies
// together, since that takes few stores, and first what each switch needs.
struct ThreadProgress {
  struct Thread* starter = nullptr;  // whose spawn it runs in, up to its first op that is not local
  unsigned atomicDepth = 0;
  unsigned lockedDepth = 0;  // the same on execution graphs (section_locks.h)
  SiteId callSite = 0;       // hot.callSite and hot.userSite while it does not run
  SiteId userSite = 0;
  unsigned children = 0;
  unsigned generation = 0;  // 0: main
  char* tls = nullptr;
  ExceptionGlobals exceptions;      // while it does not run
  struct Thread* joiner = nullptr;  // who waits for its exit and goes on with it, if not in an atomic section
  bool joinsAtOnce = false;         // was resumed because the thread it joins has exited; nobody was asked
  bool endedIteration = false;      // stopped at the end of an iteration without effect
  bool tookIteration = false;       // went on after one, which may hide a data race
  bool excludes = false;  // the section it is in excludes others as a lock would; else only the accesses' orders count
  bool detached = false;
  bool joined = false;
  bool endsProcess = false;    // called exit(), or is main and returned
  bool isTerminating = false;  // runs the handler of std::set_terminate
  int errorNumber = 0;
  int cancelState = 0;
  int cancelType = 0;
  std::array<char, 16> name{};  // pthread_setname_np
  // How many events there were at its last effect that is none, or that counts as one; plus one.
  std::size_t unseenAt = 0;
  void* (*entry)(void*) = nullptr;
  void* argument = nullptr;
  void* result = nullptr;
  // Of a lock, which is one step (lock_sections.h): the lock, and where it was taken; 0: it is in none.
  struct {
    Address lock = 0;
    SiteId site = 0;
    bool isOffSlice = false;
  } section;
  StackObject copySource{};  // while interleaving: what a memcpy is about to read
  std::uint64_t randomState = 1;
  // At condition variables: how often it was woken, and how often by nobody.
  unsigned timesWoken = 0;
  unsigned spuriousWakeups = 0;
  Address waitsWith = 0;  // the mutex of its last wait
  Address futex = 0;      // at which it waits, or has last
  std::uint32_t futexBits = 0;
};

// Where longjmp may go, and what it needs for that.
struct JumpPoint {
  Address buffer = 0;  // of the program
  Address frame = 0;   // of who called setjmp
  unsigned atomicDepth = 0;
  jmp_buf kept = {};
};

struct alignas(64) Thread : ThreadPlace, ThreadProgress {
  class Threads* keeper = nullptr;  // who starts and ends it, in all executions

  // Empty when it starts.
  LockList held;
  LockList heldShared;              // the same with others
  std::vector<Address> heldRobust;  // those of `held` that are robust mutexes
  std::vector<StackObject> objects;
  std::vector<StackObject> ended;       // that others may still have known of (lifetimes.h)
  std::vector<Destructor> atExit;       // thread_local destructors
  std::vector<Destructor> afterLocals;  // what is to be done after these
  std::vector<void*> specific;          // pthread_setspecific
  std::vector<unsigned> sectionSlots;   // whose locks the section has
  std::list<JumpPoint> jumpPoints;
  struct EarlyChoices {
    SiteId section = 0;                 // that it is in, or was
    std::vector<std::uint64_t> values;  // chosen before it began
    std::vector<std::uint64_t> counts;  // asked for so far
  } early;

  alignas(16) char unwinding[64];  // the unwinder's state in pthread_exit

  void begin(void* (*function)(void*), void* with) {
    static_cast<ThreadProgress&>(*this) = {};
    entry = function;
    argument = with;
    calls.depth = 0;
    held.clear();
    heldRobust.clear();
    heldShared.clear();
    objects.clear();
    ended.clear();
    atExit.clear();
    afterLocals.clear();
    specific.clear();
    sectionSlots.clear();
    jumpPoints.clear();
  }
};

}  // namespace heddle::runtime
