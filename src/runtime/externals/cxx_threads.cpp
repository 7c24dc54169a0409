// std::thread and the guards of static local variables, as libstdc++ calls
// them. std::mutex needs nothing here: its header calls pthread_mutex_lock.
#include <cerrno>
#include <system_error>
#include <thread>

#include "core/update.h"
#include "runtime/externals/external.h"
#include "runtime/externals/locks.h"

namespace heddle::runtime::externals {
namespace {

using core::UpdateRule;

// A std::thread is its native handle and nothing else.
struct ThreadObject {
  std::uint64_t handle;
};
static_assert(sizeof(std::thread) == sizeof(ThreadObject));

void* runState(void* p) {
  auto* const state = static_cast<std::thread::_State*>(p);
  state->_M_run();
  delete state;  // the program's own deleting destructor
  return nullptr;
}

// void std::thread::_M_start_thread(unique_ptr<_State>, void (*)()): the
// unique_ptr travels by reference.
void startThread(ThreadObject* self, std::thread::_State** state, void (*)()) {
  checkWrite(state, sizeof(*state));
  std::thread::_State* const owned = *state;
  *state = nullptr;
  checkWrite(self, sizeof(*self));
  const ThreadId child = engine->threads.nextChild();
  self->handle = child + 1;
  engine->threads.spawn(child, runState, owned, false, here());
}

void throwSystemError(int code) { throw std::system_error(std::make_error_code(static_cast<std::errc>(code))); }

void joinThread(ThreadObject* self) {
  checkRead(self, sizeof(*self));
  if (self->handle == 0) throwSystemError(EINVAL);
  const auto t = static_cast<ThreadId>(self->handle - 1);
  if (t == engine->threads.self().id) throwSystemError(EDEADLK);
  engine->threads.join(t, here());
  checkWrite(self, sizeof(*self));
  self->handle = 0;
}

void detachThread(ThreadObject* self) {
  checkRead(self, sizeof(*self));
  if (self->handle == 0) throwSystemError(EINVAL);
  engine->threads.detach(static_cast<ThreadId>(self->handle - 1), here());
  checkWrite(self, sizeof(*self));
  self->handle = 0;
}

unsigned hardwareConcurrency() { return 2; }

// --- std::atomic_load and friends on std::shared_ptr ---
//
// libstdc++ guards them by a mutex from a pool. One mutex for all orders them
// just as well, and no other code runs under it.

void* sharedPointerLock() { return reinterpret_cast<void*>(addressOf(LibraryWord::SharedPointerLock)); }
void lockSharedPointer() { acquireLock(sharedPointerLock()); }
void unlockSharedPointer() { releaseLock(sharedPointerLock()); }

// --- static locals ---
//
// The guard's first byte is 1 once the variable is initialised: the compiler
// reads it first. The second says who may enter: kFree, kBusy or kDone.

constexpr std::uint64_t kFree = 0;
constexpr std::uint64_t kBusy = 1;
constexpr std::uint64_t kDone = 2;

using namespace core::terms;
const UpdateRule kGuardEnter = core::updateRule("enter static initialiser", (old == constant<kBusy>) == constant<0>,
                                                old == constant<kFree>, constant<kBusy>);

Op onGuard(void* guard, unsigned byte, OpKind kind, Order order, Value value) {
  return {.a = value, .addr = addressOf(guard) + byte, .site = here(), .kind = kind, .order = order, .size = 1};
}

int guardAcquire(void* guard) {
  Op enter = onGuard(guard, 1, OpKind::Update, Order::Acquire, 0);
  enter.rule = &kGuardEnter;
  enter.failOrder = Order::Acquire;
  return engine->stepper.visible(enter) == kFree ? 1 : 0;
}
void guardRelease(void* guard) {
  engine->stepper.visible(onGuard(guard, 0, OpKind::Write, Order::Release, 1));
  engine->stepper.visible(onGuard(guard, 1, OpKind::Write, Order::Release, kDone));
}
void guardAbort(void* guard) { engine->stepper.visible(onGuard(guard, 1, OpKind::Write, Order::Release, kFree)); }

}  // namespace

std::span<const External> cxxThreads() {
  static const External rows[] = {
      row("_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE", startThread),
      row("_ZNSt6thread4joinEv", joinThread),
      row("_ZNSt6thread6detachEv", detachThread),
      row("_ZNSt6thread20hardware_concurrencyEv", hardwareConcurrency),
      row("_ZNSt10_Sp_lockerC1EPKv", lockSharedPointer),
      row("_ZNSt10_Sp_lockerC2EPKv", lockSharedPointer),
      row("_ZNSt10_Sp_lockerC1EPKvS1_", lockSharedPointer),
      row("_ZNSt10_Sp_lockerC2EPKvS1_", lockSharedPointer),
      row("_ZNSt10_Sp_lockerD1Ev", unlockSharedPointer),
      row("_ZNSt10_Sp_lockerD2Ev", unlockSharedPointer),
      row("__cxa_guard_acquire", guardAcquire),
      row("__cxa_guard_release", guardRelease),
      row("__cxa_guard_abort", guardAbort),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
