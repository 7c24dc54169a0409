// Functions that the program under test calls but does not define.
//
// Each file of this folder models one family: it checks the memory the
// function touches on the program's behalf, then does what the function does.
// Its rows say which symbol each model stands for; all else that is known of the
// symbol, for all who ask, is in its row in core/library/. A symbol without a model
// is refused by name when it is called (bind.cpp), unless that row says otherwise.
#pragma once

#include <time.h>

#include <cstring>
#include <span>

#include "runtime/engine.h"

namespace heddle::runtime::externals {

struct External {
  const char* name;     // the symbol as the program refers to it
  const void* address;  // of the model, or of the library's own function if it touches no memory of the program
  unsigned parameters;  // that a call must have arguments for
};

template <typename Result, typename... Parameters>
constexpr unsigned parametersOf(Result (*)(Parameters...)) {
  return sizeof...(Parameters);
}
template <typename Result, typename... Parameters>
constexpr unsigned parametersOf(Result (*)(Parameters..., ...)) {
  return sizeof...(Parameters);
}
template <typename Result, typename... Parameters>
constexpr unsigned parametersOf(Result (*)(Parameters...) noexcept) {
  return sizeof...(Parameters);
}

// A row; casts away the function's type.
template <typename Function>
External row(const char* name, Function* function) {
  return {name, reinterpret_cast<const void*>(function), parametersOf(function)};
}

std::span<const External> memory();         // malloc, free, operator new …
std::span<const External> strings();        // memcpy, strlen, strcmp, …
std::span<const External> wideStrings();    // wcslen, wmemcpy, …
std::span<const External> stdio();          // printf, puts, … (captured)
std::span<const External> input();          // getchar, fgets, scanf, … (of --stdin)
std::span<const External> numbers();        // strtol, abs, sqrt, qsort, …
std::span<const External> timeAndRandom();  // clock_gettime, sleep, rand, …
std::span<const External> process();        // exit, abort, assert, atexit, errno, …
std::span<const External> jumps();          // longjmp
std::span<const External> posixThreads();   // pthread_create, pthread_join, keys, …
std::span<const External> wideAtomics();    // __atomic_load … on objects that no instruction covers
std::span<const External> mutexes();        // pthread_mutex_*, pthread_spin_*
std::span<const External> rwlocks();        // pthread_rwlock_*
std::span<const External> semaphores();     // sem_*
std::span<const External> barriers();       // pthread_barrier_*
std::span<const External> conditions();     // pthread_cond_*
std::span<const External> once();           // pthread_once, static-local guards
std::span<const External> futexes();        // syscall
std::span<const External> c11Threads();     // thrd_*, mtx_*, cnd_*, tss_*
std::span<const External> cxxThreads();     // std::thread, condition_variable
std::span<const External> cxxContainers();  // std::map's and std::list's nodes
std::span<const External> cxxSupport();     // terminate, dynamic_cast, …
std::span<const External> exceptions();     // __cxa_throw, std::exception_ptr
std::span<const External> libcxxStreams();
std::span<const External> verifier();  // heddle_*, __VERIFIER_*
std::span<const External> channels();  // heddle_channel_*

// --- what models use ---

// The place of the call that led here.
inline SiteId here() { return engine->sites.here(); }

inline Address addressOf(const volatile void* p) { return reinterpret_cast<Address>(p); }

inline void checkRead(const void* p, std::uint64_t bytes) {
  engine->plain.checkRange(addressOf(p), bytes, false, here());
}
inline void checkWrite(void* p, std::uint64_t bytes) { engine->plain.checkRange(addressOf(p), bytes, true, here()); }

// What a model writes to memory that it has just allocated. Nobody else can reach
// it before the call is over, so it is no step; but it is a write, which whoever
// finds the memory later must be ordered after.
inline void noteFirstWrite(void* p, std::uint64_t bytes) {
  if (engine->stepper.checkRaces) checkWrite(p, bytes);
}

// Reads a C string byte by byte until its end, then counts as a read of all of
// it: the length without the terminator.
std::uint64_t checkString(const char* s);
// The same for at most `most` bytes.
std::uint64_t checkString(const char* s, std::uint64_t most);
// The same without counting as a read: for functions that may stop before the end.
std::uint64_t lengthOf(const char* s);
std::uint64_t lengthOf(const char* s, std::uint64_t most);

// Whether threads can wait until a time of this clock, and whether that is a time.
inline bool isForWaiting(clockid_t clock) { return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC; }
inline bool isTime(const timespec& time) { return time.tv_nsec >= 0 && time.tv_nsec < 1'000'000'000; }
// The running thread has waited in vain until then, or for so long.
void waitUntil(clockid_t clock, const timespec& until);
bool isPast(clockid_t clock, const timespec& time);
void waitFor(const timespec& time);

// "reads from", "writes to"
[[noreturn]] void refuseFile(const char* verb);

// What the system calls the running thread.
pid_t threadNumber();

// While interleaving plain accesses, all that a model touches is one step.
class OneStep {
 public:
  OneStep() { engine->stepper.beginStep(here()); }
  ~OneStep() { engine->stepper.endStep(); }
  OneStep(const OneStep&) = delete;
  OneStep& operator=(const OneStep&) = delete;
};

// A function of the library that touches one object of the program and nothing
// else of it, as a model: `writes` or only reads it.
template <auto function, bool writes, typename Object, typename... Rest>
int onObject(Object* object, Rest... rest) {
  const OneStep step;
  if constexpr (writes)
    checkWrite(object, sizeof(*object));
  else
    checkRead(object, sizeof(*object));
  return function(object, rest...);
}
// The same with a result that it writes.
template <auto function, typename Object, typename Result>
int fromObject(const Object* object, Result* result) {
  const OneStep step;
  checkRead(object, sizeof(*object));
  checkWrite(result, sizeof(*result));
  return function(object, result);
}

}  // namespace heddle::runtime::externals
