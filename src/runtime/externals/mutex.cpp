// Mutexes and spin locks: guarded updates of one word (core/lock_rules.h), the
// first 8 bytes of the object. The type stays where glibc keeps it, so that its
// static initialisers work, also those of systems with 32 bits (frontend/foreign_types.h).
#include <pthread.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "core/hooks.h"
#include "core/robust_lock_rules.h"
#include "runtime/externals/guarded_words.h"
#include "runtime/externals/locks.h"
#include "runtime/externals/posix.h"

namespace heddle::runtime::externals {
namespace {

using core::UpdateRule;

using namespace core::locks;  // NOLINT: the rules

std::uint32_t ownerOf(Value word) { return static_cast<std::uint32_t>(word); }
bool isOnceDeep(Value word) { return (word & (kNotRecoverable - 1)) >= kOneDeeper; }

// A recursive lock is there once.
void hold(void* object) {
  if (!kHeld.isKnown(addressOf(object))) kHeld.add(object);
}

[[gnu::always_inline]] inline std::uint64_t acquire(void* object, const UpdateRule& rule, std::uint8_t bytes = 8) {
  return static_cast<std::uint64_t>(engine->sections.take(updateOf(object, rule, Order::Acquire, bytes)));
}
[[gnu::always_inline]] inline std::uint64_t release(void* object, std::uint8_t bytes = 8) {
  return static_cast<std::uint64_t>(engine->sections.giveBack(updateOf(object, kUnlock, Order::Release, bytes)));
}

constexpr int kRobust = 16;  // in glibc's type, beside those that programs know

// With 32 bits it is where others count users. Initialisers count none, and the models neither.
int typeOf(const pthread_mutex_t* mutex) {
  return (mutex->__data.__kind | static_cast<int>(mutex->__data.__nusers)) & (3 | kRobust);
}
bool isRecursive(const pthread_mutex_t* mutex) { return (typeOf(mutex) & 3) == PTHREAD_MUTEX_RECURSIVE; }
bool isErrorChecking(const pthread_mutex_t* mutex) { return (typeOf(mutex) & 3) == PTHREAD_MUTEX_ERRORCHECK; }
bool isRobust(const pthread_mutex_t* mutex) { return (typeOf(mutex) & kRobust) != 0; }

void requireAlive(void* object, Value found) {
  if (found == kDestroyed) misuse("uses the destroyed lock", object);
}

// --- robust mutexes ---

// Mutexes that a thread holds when it ends. In the order in which they were taken.
void abandonAll(void*) {
  std::vector<Address>& held = engine->threads.self().heldRobust;
  for (const Address mutex : held) update(updateOf(reinterpret_cast<void*>(mutex), kAbandon, Order::Release));
  held.clear();
}

// What was found there says whether it was taken, and how it was left.
int takeRobust(pthread_mutex_t* mutex, Value found) {
  requireAlive(mutex, found);
  if (found == kNotRecoverable) return ENOTRECOVERABLE;
  if (ownerOf(found) != 0 && ownerOf(found) != engine->threads.self().id + 1) return EBUSY;
  Thread& me = engine->threads.self();
  if (!kHeld.isKnown(addressOf(mutex))) {
    hold(mutex);
    const InHeddle guard;  // what is allocated is not the program's
    if (me.heldRobust.empty()) me.atExit.insert(me.atExit.begin(), {abandonAll, nullptr});
    me.heldRobust.push_back(addressOf(mutex));
  }
  return (found & kAbandoned) != 0 && ownerOf(found) == 0 ? EOWNERDEAD : 0;
}

[[gnu::noinline]] int lockRobust(pthread_mutex_t* mutex) {
  return takeRobust(mutex, update(updateOf(mutex, kLockRobust, Order::Acquire)));
}

[[gnu::noinline]] int giveBackRobust(pthread_mutex_t* mutex) {
  if (isOnceDeep(update(updateOf(mutex, kUnlockRobust, Order::Release)))) return 0;
  kHeld.remove(mutex);
  std::erase(engine->threads.self().heldRobust, addressOf(mutex));
  return 0;
}

int makeConsistentModel(pthread_mutex_t* mutex) {
  if (!isRobust(mutex) || !kHeld.contains(mutex)) return EINVAL;
  return (update(updateOf(mutex, kMakeConsistent, Order::Relaxed)) & kAbandoned) != 0 ? 0 : EINVAL;
}

// --- all of them ---

bool tryLock(pthread_mutex_t* mutex) {
  engine->groups.noteTry(addressOf(mutex), here());
  const bool recursive = isRecursive(mutex);
  const Value old = update(updateOf(mutex, recursive ? kTryLockRecursive : kTryLock, Order::Acquire));
  requireAlive(mutex, old);
  const bool isTaken = old == 0 || (recursive && ownerOf(old) == engine->threads.self().id + 1);
  if (isTaken) hold(mutex);
  return isTaken;
}

// A timed lock takes a free lock and times out on a taken one; waiting for a
// while first is the schedule in which it simply comes later.
// It reads the time only if it has to wait (POSIX).
int clockLockModel(pthread_mutex_t* mutex, clockid_t clock, const timespec* until) {
  if (!isForWaiting(clock)) return EINVAL;
  if (isErrorChecking(mutex) && kHeld.contains(mutex)) return EDEADLK;
  if (const int result = tryLockMutex(mutex); result != EBUSY) return result;
  const OneStep step;
  checkRead(until, sizeof(*until));
  if (!isTime(*until)) return EINVAL;
  waitUntil(clock, *until);
  return ETIMEDOUT;
}
}  // namespace

int initMutex(pthread_mutex_t* mutex, int type) {
  checkWrite(mutex, sizeof(*mutex));
  std::memset(mutex, 0, sizeof(*mutex));
  mutex->__data.__kind = type;
  return 0;
}

int lockMutex(pthread_mutex_t* mutex) {
  const bool isMine = kHeld.contains(mutex);
  if (isMine && isErrorChecking(mutex)) return EDEADLK;
  if (isMine && !isRecursive(mutex)) misuse("locks a mutex that it holds already:", mutex);
  if (isRobust(mutex)) return lockRobust(mutex);
  requireAlive(mutex, isRecursive(mutex) ? acquire(mutex, kLockRecursive) : acquire(mutex, kLock));
  hold(mutex);
  return 0;
}

int tryLockMutex(pthread_mutex_t* mutex) {
  if (isRobust(mutex) && !isRecursive(mutex) && kHeld.contains(mutex)) return EBUSY;
  if (isRobust(mutex)) return takeRobust(mutex, update(updateOf(mutex, kTryLockRobust, Order::Acquire)));
  return tryLock(mutex) ? 0 : EBUSY;
}

int timedLockMutex(pthread_mutex_t* mutex, const timespec* until) {
  return clockLockModel(mutex, CLOCK_REALTIME, until);
}

int unlockMutex(pthread_mutex_t* mutex) {
  const std::size_t place = kHeld.find(mutex);
  if (place == kHeld.kNowhere) {
    if (isRecursive(mutex) || isErrorChecking(mutex)) return EPERM;
    misuse("unlocks a mutex that it does not hold:", mutex);
  }
  if (isRobust(mutex)) return giveBackRobust(mutex);
  if (release(mutex) < kOneDeeper) kHeld.removeAt(place);
  return 0;
}

int destroyMutex(pthread_mutex_t* mutex) {
  const Value old = update(updateOf(mutex, kDestroy, Order::Relaxed));
  requireAlive(mutex, old);
  if (old != 0 && ownerOf(old) != 0) misuse("destroys a mutex that is locked:", mutex);
  return 0;
}

namespace {

int initModel(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
  int type = PTHREAD_MUTEX_DEFAULT, robustness = PTHREAD_MUTEX_STALLED;
  if (attributes != nullptr) {
    checkRead(attributes, sizeof(*attributes));
    pthread_mutexattr_gettype(attributes, &type);
    pthread_mutexattr_getrobust(attributes, &robustness);
  }
  return initMutex(mutex, robustness == PTHREAD_MUTEX_ROBUST ? type | kRobust : type);
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
    const bool wasHeld = kHeld.isKnown(addressOf(*mutex));
    lockMutex(*mutex);
    if (!wasHeld) engine->groups.obtain(addressOf(*mutex));
  }
  engine->groups.end();
}

int spinInitModel(pthread_spinlock_t* lock, int) {
  checkWrite(const_cast<int*>(lock), sizeof(*lock));
  *lock = 0;
  return 0;
}

constexpr Value kSpinDestroyed = static_cast<std::uint32_t>(kDestroyed);

Value requireSpinAlive(pthread_spinlock_t* lock, Value found) {
  if (found == kSpinDestroyed) misuse("uses the destroyed lock", const_cast<int*>(lock));
  return found;
}

[[gnu::always_inline]] inline Value spinUpdate(pthread_spinlock_t* lock, const UpdateRule& rule, Order order) {
  return requireSpinAlive(lock, update(updateOf(const_cast<int*>(lock), rule, order, sizeof(*lock))));
}

int spinLockModel(pthread_spinlock_t* lock) {
  requireSpinAlive(lock, acquire(const_cast<int*>(lock), kSpinLock, sizeof(*lock)));
  hold(const_cast<int*>(lock));
  return 0;
}
int spinTryLockModel(pthread_spinlock_t* lock) {
  if (spinUpdate(lock, kTryLock, Order::Acquire) != 0) return EBUSY;
  hold(const_cast<int*>(lock));
  return 0;
}
int spinUnlockModel(pthread_spinlock_t* lock) {
  const std::size_t place = kHeld.find(const_cast<int*>(lock), sizeof(*lock));
  if (place == kHeld.kNowhere) misuse("unlocks a spin lock that it does not hold:", const_cast<int*>(lock));
  release(const_cast<int*>(lock), sizeof(*lock));
  kHeld.removeAt(place);
  return 0;
}
int spinDestroyModel(pthread_spinlock_t* lock) {
  if (spinUpdate(lock, kDestroy, Order::Relaxed) != 0)
    misuse("destroys a spin lock that is locked:", const_cast<int*>(lock));
  return 0;
}

}  // namespace

void acquireLock(void* word) { update(updateOf(word, kLock, Order::Acquire)); }
void releaseLock(void* word) { update(updateOf(word, kUnlock, Order::Release)); }

LockState lockAfter(const core::Event& event) {
  if (!event.wrote || std::ranges::find(kAll, event.op.rule) == kAll.end()) return LockState::None;
  const Value word = core::apply(event.op, event.read).value;
  if (word == (event.op.size == 4 ? kSpinDestroyed : Value{kDestroyed})) return LockState::Destroyed;
  return word == 0 ? LockState::Free : LockState::Held;
}

std::span<const External> mutexes() {
  static const External rows[] = {
      row("pthread_mutex_init", initModel),
      row("pthread_mutex_lock", lockMutex),
      row("pthread_mutex_trylock", tryLockMutex),
      row(core::hooks::kLockAll,
          lockAllModel<pthread_mutex_t, pthread_mutex_t, pthread_mutex_t, pthread_mutex_t, pthread_mutex_t>),
      row("pthread_mutex_timedlock", timedLockMutex),
      row("pthread_mutex_clocklock", clockLockModel),
      row("pthread_mutex_unlock", unlockMutex),
      row("pthread_mutex_destroy", destroyMutex),
      row("pthread_mutexattr_init", onObject<pthread_mutexattr_init, true, pthread_mutexattr_t>),
      row("pthread_mutexattr_destroy", onObject<pthread_mutexattr_destroy, true, pthread_mutexattr_t>),
      row("pthread_mutexattr_settype", onObject<pthread_mutexattr_settype, true, pthread_mutexattr_t, int>),
      row("pthread_mutexattr_gettype", fromObject<pthread_mutexattr_gettype, pthread_mutexattr_t, int>),
      row("pthread_mutexattr_setprotocol", onObject<pthread_mutexattr_setprotocol, true, pthread_mutexattr_t, int>),
      row("pthread_mutexattr_setpshared", onObject<pthread_mutexattr_setpshared, true, pthread_mutexattr_t, int>),
      row("pthread_mutexattr_setrobust", onObject<pthread_mutexattr_setrobust, true, pthread_mutexattr_t, int>),
      row("pthread_mutexattr_getprotocol", fromObject<pthread_mutexattr_getprotocol, pthread_mutexattr_t, int>),
      row("pthread_mutexattr_getpshared", fromObject<pthread_mutexattr_getpshared, pthread_mutexattr_t, int>),
      row("pthread_mutexattr_getrobust", fromObject<pthread_mutexattr_getrobust, pthread_mutexattr_t, int>),
      row("pthread_mutexattr_setprioceiling",
          onObject<pthread_mutexattr_setprioceiling, true, pthread_mutexattr_t, int>),
      row("pthread_mutexattr_getprioceiling", fromObject<pthread_mutexattr_getprioceiling, pthread_mutexattr_t, int>),
      row("pthread_mutex_consistent", makeConsistentModel),
      row("pthread_spin_init", spinInitModel),
      row("pthread_spin_lock", spinLockModel),
      row("pthread_spin_trylock", spinTryLockModel),
      row("pthread_spin_unlock", spinUnlockModel),
      row("pthread_spin_destroy", spinDestroyModel),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
