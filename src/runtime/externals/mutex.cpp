// Mutexes and spin locks: guarded updates of one word (core/lock_rules.h), the
// first 8 bytes of the object. The type stays where glibc keeps it, so that its
// static initialisers work.
#include <pthread.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "core/hooks.h"
#include "core/lock_rules.h"
#include "runtime/externals/external.h"
#include "runtime/externals/locks.h"

namespace heddle::runtime::externals {
namespace {

using core::UpdateRule;

using namespace core::locks;  // NOLINT: the rules

std::uint32_t ownerOf(Value word) { return static_cast<std::uint32_t>(word); }

Op updateOf(void* object, const UpdateRule& rule, Order order, std::uint8_t bytes = 8) {
  return {.a = engine->threads.self().id + 1,
          .addr = addressOf(object),
          .rule = &rule,
          .site = here(),
          .kind = OpKind::Update,
          .order = order,
          .failOrder = Order::Relaxed,
          .size = bytes};
}
Value update(void* object, const UpdateRule& rule, Order order, std::uint8_t bytes = 8) {
  engine->sections.interrupt();
  return engine->stepper.visible(updateOf(object, rule, order, bytes));
}
Value acquire(void* object, const UpdateRule& rule, std::uint8_t bytes = 8) {
  return engine->sections.take(updateOf(object, rule, Order::Acquire, bytes));
}
Value release(void* object, std::uint8_t bytes = 8) {
  return engine->sections.giveBack(updateOf(object, kUnlock, Order::Release, bytes));
}

bool isHeld(Address word) {
  const std::vector<Address>& held = engine->threads.self().held;
  return std::ranges::find(held, word) != held.end();
}
// Whether the running thread holds the lock: only it can change that, so no
// step is needed to find out. Memory does not tell it under weak memory: it has
// what somebody has read there last, which may be old. But whoever fails to take
// a lock has not read 0, which is there when the lock was made anew.
bool mine(void* object, std::uint8_t bytes = 8) {
  const Address word = addressOf(object);
  if (!inRegion(word)) checkRead(object, bytes);
  return core::loadWord(word, bytes) != 0 && isHeld(word);
}
void take(void* object) {
  const InHeddle guard;  // what is allocated is not the program's
  if (!isHeld(addressOf(object))) engine->threads.self().held.push_back(addressOf(object));
}
void giveBack(void* object) { std::erase(engine->threads.self().held, addressOf(object)); }

int& typeOf(pthread_mutex_t* mutex) { return mutex->__data.__kind; }
bool isRecursive(pthread_mutex_t* mutex) { return (typeOf(mutex) & 3) == PTHREAD_MUTEX_RECURSIVE; }
bool isErrorChecking(pthread_mutex_t* mutex) { return (typeOf(mutex) & 3) == PTHREAD_MUTEX_ERRORCHECK; }

[[noreturn]] void misuse(const char* what, void* object) {
  const InHeddle guard;
  std::string message = std::string(what) + " " + engine->names.nameOf(addressOf(object));
  engine->verdicts.fail(ViolationKind::LockMisuse, std::move(message), here(), addressOf(object), 8);
}

void requireAlive(void* object, Value found) {
  if (found == kDestroyed) misuse("uses the destroyed lock", object);
}

int initModel(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
  int type = PTHREAD_MUTEX_DEFAULT;
  if (attributes != nullptr) {
    checkRead(attributes, sizeof(*attributes));
    pthread_mutexattr_gettype(attributes, &type);
  }
  checkWrite(mutex, sizeof(*mutex));
  std::memset(mutex, 0, sizeof(*mutex));
  typeOf(mutex) = type;
  return 0;
}

int lockModel(pthread_mutex_t* mutex) {
  const bool held = mine(mutex);
  if (held && isErrorChecking(mutex)) return EDEADLK;
  if (held && !isRecursive(mutex)) misuse("locks a mutex that it holds already:", mutex);
  requireAlive(mutex, acquire(mutex, isRecursive(mutex) ? kLockRecursive : kLock));
  take(mutex);
  return 0;
}

// What std::lock calls (transform/lock_groups.h).
template <typename... Mutexes>
void lockAllModel(pthread_mutex_t* first, Mutexes*... others) {
  std::array<pthread_mutex_t*, core::hooks::kMostLocks> mutexes{first, others...};
  std::array<Address, core::hooks::kMostLocks> locks;
  const auto end = std::remove(mutexes.begin(), mutexes.end(), nullptr);
  std::sort(mutexes.begin(), end);
  const std::span group(locks.begin(), std::transform(mutexes.begin(), end, locks.begin(), addressOf));
  engine->groups.begin(group, updateOf(first, kLock, Order::Acquire));
  for (auto mutex = mutexes.begin(); mutex != end; ++mutex) {
    const bool held = isHeld(addressOf(*mutex));
    lockModel(*mutex);
    if (!held) engine->groups.obtain(addressOf(*mutex));
  }
  engine->groups.end();
}

bool tryLock(pthread_mutex_t* mutex) {
  engine->groups.noteTry(addressOf(mutex), here());
  const bool recursive = isRecursive(mutex);
  const Value old = update(mutex, recursive ? kTryLockRecursive : kTryLock, Order::Acquire);
  requireAlive(mutex, old);
  const bool isTaken = old == 0 || (recursive && ownerOf(old) == engine->threads.self().id + 1);
  if (isTaken) take(mutex);
  return isTaken;
}

int tryLockModel(pthread_mutex_t* mutex) { return tryLock(mutex) ? 0 : EBUSY; }

// A timed lock takes a free lock and times out on a taken one; waiting for a
// while first is the schedule in which it simply comes later.
// It reads the time only if it has to wait (POSIX).
int clockLockModel(pthread_mutex_t* mutex, clockid_t clock, const timespec* until) {
  if (isErrorChecking(mutex) && mine(mutex)) return EDEADLK;
  if (tryLock(mutex)) return 0;
  const OneStep step;
  checkRead(until, sizeof(*until));
  waitUntil(clock, *until);
  return ETIMEDOUT;
}
int timedLockModel(pthread_mutex_t* mutex, const timespec* until) {
  return clockLockModel(mutex, CLOCK_REALTIME, until);
}

int unlockModel(pthread_mutex_t* mutex) {
  if (!mine(mutex)) {
    if (isRecursive(mutex) || isErrorChecking(mutex)) return EPERM;
    misuse("unlocks a mutex that it does not hold:", mutex);
  }
  if (release(mutex) < kOneDeeper) giveBack(mutex);
  return 0;
}

int destroyModel(pthread_mutex_t* mutex) {
  const Value old = update(mutex, kDestroy, Order::Relaxed);
  requireAlive(mutex, old);
  if (old != 0) misuse("destroys a mutex that is locked:", mutex);
  return 0;
}

int spinInitModel(pthread_spinlock_t* lock, int) {
  checkWrite(const_cast<int*>(lock), sizeof(*lock));
  *lock = 0;
  return 0;
}

Value spinUpdate(pthread_spinlock_t* lock, const UpdateRule& rule, Order order) {
  return update(const_cast<int*>(lock), rule, order, sizeof(*lock));
}

int spinLockModel(pthread_spinlock_t* lock) {
  acquire(const_cast<int*>(lock), kSpinLock, sizeof(*lock));
  take(const_cast<int*>(lock));
  return 0;
}
int spinTryLockModel(pthread_spinlock_t* lock) {
  if (spinUpdate(lock, kTryLock, Order::Acquire) != 0) return EBUSY;
  take(const_cast<int*>(lock));
  return 0;
}
int spinUnlockModel(pthread_spinlock_t* lock) {
  if (!mine(const_cast<int*>(lock), sizeof(*lock)))
    misuse("unlocks a spin lock that it does not hold:", const_cast<int*>(lock));
  release(const_cast<int*>(lock), sizeof(*lock));
  giveBack(const_cast<int*>(lock));
  return 0;
}
int spinDestroyModel(pthread_spinlock_t*) { return 0; }

}  // namespace

void acquireLock(void* word) { update(word, kLock, Order::Acquire); }
void releaseLock(void* word) { update(word, kUnlock, Order::Release); }

LockState lockAfter(const core::Event& event) {
  if (!event.wrote || std::ranges::find(kAll, event.op.rule) == kAll.end()) return LockState::None;
  const Value word = core::apply(event.op, event.read).value;
  if (word == kDestroyed) return LockState::Destroyed;
  return word == 0 ? LockState::Free : LockState::Held;
}

std::span<const External> mutexes() {
  static const External rows[] = {
      row("pthread_mutex_init", initModel),
      row("pthread_mutex_lock", lockModel),
      row("pthread_mutex_trylock", tryLockModel),
      row(core::hooks::kLockAll,
          lockAllModel<pthread_mutex_t, pthread_mutex_t, pthread_mutex_t, pthread_mutex_t, pthread_mutex_t>),
      row("pthread_mutex_timedlock", timedLockModel),
      row("pthread_mutex_clocklock", clockLockModel),
      row("pthread_mutex_unlock", unlockModel),
      row("pthread_mutex_destroy", destroyModel),
      row("pthread_mutexattr_init", onObject<pthread_mutexattr_init, true, pthread_mutexattr_t>),
      row("pthread_mutexattr_destroy", onObject<pthread_mutexattr_destroy, true, pthread_mutexattr_t>),
      row("pthread_mutexattr_settype", onObject<pthread_mutexattr_settype, true, pthread_mutexattr_t, int>),
      row("pthread_mutexattr_gettype", fromObject<pthread_mutexattr_gettype, pthread_mutexattr_t, int>),
      row("pthread_mutexattr_setprotocol", onObject<pthread_mutexattr_setprotocol, true, pthread_mutexattr_t, int>),
      row("pthread_mutexattr_setpshared", onObject<pthread_mutexattr_setpshared, true, pthread_mutexattr_t, int>),
      row("pthread_mutexattr_setrobust", onObject<pthread_mutexattr_setrobust, true, pthread_mutexattr_t, int>),
      row("pthread_spin_init", spinInitModel),
      row("pthread_spin_lock", spinLockModel),
      row("pthread_spin_trylock", spinTryLockModel),
      row("pthread_spin_unlock", spinUnlockModel),
      row("pthread_spin_destroy", spinDestroyModel),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
