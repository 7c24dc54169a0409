// std::thread, as libstdc++ calls it. std::mutex needs nothing here: its header calls
// pthread_mutex_lock.
#include <cerrno>
#include <condition_variable>
#include <system_error>
#include <thread>

#include "runtime/externals/external.h"
#include "runtime/externals/locks.h"
#include "runtime/externals/posix.h"

namespace heddle::runtime::externals {
namespace {

// A std::thread is its native handle and nothing else.
struct ThreadObject {
  std::uint64_t handle;
};
static_assert(sizeof(std::thread) == sizeof(ThreadObject));

void* runState(void* p) {
  auto* const state = static_cast<std::thread::_State*>(p);
  state->_M_run();
  hot.callSite = hot.userSite = 0;  // what it was given is destroyed at no line of the program
  delete state;                     // the program's own deleting destructor
  return nullptr;
}

// void std::thread::_M_start_thread(unique_ptr<_State>, void (*)()): the
// unique_ptr travels by reference.
void startThread(ThreadObject* self, std::thread::_State** state, void (*)()) {
  checkWrite(state, sizeof(*state));
  std::thread::_State* const owned = *state;
  *state = nullptr;
  checkWrite(self, sizeof(*self));
  const ThreadId child = engine->threads.nextChild(here());
  self->handle = child + 1;
  engine->threads.spawn(child, runState, owned, false, here());
}

void throwSystemError(int code) { throw std::system_error(std::make_error_code(static_cast<std::errc>(code))); }

void joinModel(ThreadObject* self) {
  checkRead(self, sizeof(*self));
  if (self->handle == 0) throwSystemError(EINVAL);
  const auto t = static_cast<ThreadId>(self->handle - 1);
  if (t == engine->threads.self().id) throwSystemError(EDEADLK);
  engine->threads.join(t, here());
  checkWrite(self, sizeof(*self));
  self->handle = 0;
}

void detachModel(ThreadObject* self) {
  checkRead(self, sizeof(*self));
  if (self->handle == 0) throwSystemError(EINVAL);
  engine->threads.detach(static_cast<ThreadId>(self->handle - 1), here());
  checkWrite(self, sizeof(*self));
  self->handle = 0;
}

// --- std::condition_variable, whose only member is what POSIX has; timed waits are in the header ---

struct UniqueLock {
  pthread_mutex_t* mutex;  // of a std::mutex: its only member
  bool owns;
};

void initModel(pthread_cond_t* condition) { initCondition(condition, nullptr); }
void waitModel(pthread_cond_t* condition, UniqueLock* lock) {
  checkRead(lock, sizeof(*lock));
  waitAtCondition(condition, lock->mutex);
}

unsigned hardwareConcurrency() { return 2; }

// What std::promise and std::notify_all_at_thread_exit have to do then (include/heddle/library/thread_exit.cpp).
void atThreadExit(std::__at_thread_exit_elt* element) {
  checkRead(element, sizeof(*element));
  const InHeddle guard;
  engine->threads.self().afterLocals.push_back({element->_M_cb, element});
}

// --- std::atomic_load and friends on std::shared_ptr ---
//
// libstdc++ guards them by a mutex from a pool. One mutex for all orders them
// just as well, and no other code runs under it.

void* sharedPointerLock() { return reinterpret_cast<void*>(addressOf(LibraryWord::SharedPointerLock)); }
void lockSharedPointer() { acquireLock(sharedPointerLock()); }
void unlockSharedPointer() { releaseLock(sharedPointerLock()); }

}  // namespace

std::span<const External> cxxThreads() {
  static const External rows[] = {
      row("_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE", startThread),
      row("_ZNSt6thread4joinEv", joinModel),
      row("_ZNSt6thread6detachEv", detachModel),
      row("_ZNSt6thread20hardware_concurrencyEv", hardwareConcurrency),
      row("_ZSt16__at_thread_exitPSt20__at_thread_exit_elt", atThreadExit),
      row("_ZNSt18condition_variableC1Ev", initModel),
      row("_ZNSt18condition_variableC2Ev", initModel),
      row("_ZNSt18condition_variableD1Ev", destroyCondition),
      row("_ZNSt18condition_variableD2Ev", destroyCondition),
      row("_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE", waitModel),
      row("_ZNSt18condition_variable10notify_oneEv", signalCondition),
      row("_ZNSt18condition_variable10notify_allEv", broadcastCondition),
      row("_ZNSt10_Sp_lockerC1EPKv", lockSharedPointer),
      row("_ZNSt10_Sp_lockerC2EPKv", lockSharedPointer),
      row("_ZNSt10_Sp_lockerC1EPKvS1_", lockSharedPointer),
      row("_ZNSt10_Sp_lockerC2EPKvS1_", lockSharedPointer),
      row("_ZNSt10_Sp_lockerD1Ev", unlockSharedPointer),
      row("_ZNSt10_Sp_lockerD2Ev", unlockSharedPointer),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
