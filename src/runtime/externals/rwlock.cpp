// Read-write locks: guarded updates of one word (core/rwlock_rules.h), the first 8 bytes of
// the object. Who comes first, readers or writers, stays where glibc keeps it, here or on
// systems with 32 bits (frontend/foreign_types.h).
#include <pthread.h>

#include <cerrno>

#include "core/rwlock_rules.h"
#include "runtime/externals/guarded_words.h"

namespace heddle::runtime::externals {
namespace {

using namespace core::rwlocks;  // NOLINT: the rules

constexpr HeldLocks kShared(&Thread::heldShared);

bool prefersWriters(const pthread_rwlock_t* lock) {
  constexpr int kWriters = PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
  // The second: the byte where initialisers of 32 bits have it. The word there is the writer's, which the models leave
  // 0.
  return engine->options.prefersWriters || lock->__data.__flags == kWriters || lock->__data.__cur_writer == kWriters;
}

Value asReader(pthread_rwlock_t* lock, const core::UpdateRule& rule) {
  return update(updateWith(lock, rule, Order::Acquire, 1));
}
Value asWriter(pthread_rwlock_t* lock, const core::UpdateRule& rule) {
  return update(updateWith(lock, rule, Order::Acquire, (engine->threads.self().id + 1) * kWriter));
}

void requireAlive(void* object, Value found) {
  if (found == kDestroyed) misuse("uses the destroyed lock", object);
}

int initModel(pthread_rwlock_t* lock, const pthread_rwlockattr_t* attributes) {
  int kind = PTHREAD_RWLOCK_DEFAULT_NP;
  if (attributes != nullptr) {
    checkRead(attributes, sizeof(*attributes));
    pthread_rwlockattr_getkind_np(attributes, &kind);
  }
  checkWrite(lock, sizeof(*lock));
  std::memset(lock, 0, sizeof(*lock));
  lock->__data.__flags = static_cast<unsigned>(kind);
  return 0;
}

int readLockModel(pthread_rwlock_t* lock) {
  if (kHeld.contains(lock)) return EDEADLK;
  requireAlive(lock, asReader(lock, prefersWriters(lock) ? kReadLockLast : kReadLock));
  kShared.add(lock);
  return 0;
}

bool tryRead(pthread_rwlock_t* lock) {
  const bool isLast = prefersWriters(lock);
  const Value found = asReader(lock, isLast ? kTryReadLockLast : kTryReadLock);
  requireAlive(lock, found);
  const bool isTaken = found < (isLast ? kOneWaits : kWriter);
  if (isTaken) kShared.add(lock);
  return isTaken;
}
int tryReadLockModel(pthread_rwlock_t* lock) { return tryRead(lock) ? 0 : EBUSY; }

int writeLockModel(pthread_rwlock_t* lock) {
  if (kHeld.contains(lock)) return EDEADLK;
  const bool queues = prefersWriters(lock);
  if (queues) requireAlive(lock, update(updateWith(lock, kQueue, Order::Relaxed, 0)));
  requireAlive(lock, asWriter(lock, queues ? kWriteLockQueued : kWriteLock));
  kHeld.add(lock);
  return 0;
}

bool tryWrite(pthread_rwlock_t* lock) {
  const Value found = asWriter(lock, kTryWriteLock);
  requireAlive(lock, found);
  const bool isTaken = (found & ~Value{kWriter - kOneWaits}) == 0;
  if (isTaken) kHeld.add(lock);
  return isTaken;
}
int tryWriteLockModel(pthread_rwlock_t* lock) { return tryWrite(lock) ? 0 : EBUSY; }

// As with mutexes: who waits for a while and gets it simply comes later.
template <bool (*tries)(pthread_rwlock_t*)>
int clockLockModel(pthread_rwlock_t* lock, clockid_t clock, const timespec* until) {
  if (!isForWaiting(clock)) return EINVAL;
  if (kHeld.contains(lock)) return EDEADLK;
  if (tries(lock)) return 0;
  const OneStep step;
  checkRead(until, sizeof(*until));
  if (!isTime(*until)) return EINVAL;
  waitUntil(clock, *until);
  return ETIMEDOUT;
}
template <bool (*tries)(pthread_rwlock_t*)>
int timedLockModel(pthread_rwlock_t* lock, const timespec* until) {
  return clockLockModel<tries>(lock, CLOCK_REALTIME, until);
}

int unlockModel(pthread_rwlock_t* lock) {
  if (kHeld.contains(lock)) {
    update(updateWith(lock, kWriteUnlock, Order::Release, 0));
    kHeld.remove(lock);
  } else if (kShared.contains(lock)) {
    update(updateWith(lock, kReadUnlock, Order::Release, ~std::uint64_t{0}));
    kShared.remove(lock);
  } else {
    misuse("unlocks a read-write lock that it does not hold:", lock);
  }
  return 0;
}

int destroyModel(pthread_rwlock_t* lock) {
  const Value found = update(updateWith(lock, kDestroy, Order::Relaxed, 0));
  requireAlive(lock, found);
  if (found != 0) misuse("destroys a read-write lock that is locked:", lock);
  return 0;
}

}  // namespace

std::span<const External> rwlocks() {
  static const External rows[] = {
      row("pthread_rwlock_init", initModel),
      row("pthread_rwlock_rdlock", readLockModel),
      row("pthread_rwlock_tryrdlock", tryReadLockModel),
      row("pthread_rwlock_timedrdlock", timedLockModel<tryRead>),
      row("pthread_rwlock_clockrdlock", clockLockModel<tryRead>),
      row("pthread_rwlock_wrlock", writeLockModel),
      row("pthread_rwlock_trywrlock", tryWriteLockModel),
      row("pthread_rwlock_timedwrlock", timedLockModel<tryWrite>),
      row("pthread_rwlock_clockwrlock", clockLockModel<tryWrite>),
      row("pthread_rwlock_unlock", unlockModel),
      row("pthread_rwlock_destroy", destroyModel),
      row("pthread_rwlockattr_init", onObject<pthread_rwlockattr_init, true, pthread_rwlockattr_t>),
      row("pthread_rwlockattr_destroy", onObject<pthread_rwlockattr_destroy, true, pthread_rwlockattr_t>),
      row("pthread_rwlockattr_setkind_np", onObject<pthread_rwlockattr_setkind_np, true, pthread_rwlockattr_t, int>),
      row("pthread_rwlockattr_getkind_np", fromObject<pthread_rwlockattr_getkind_np, pthread_rwlockattr_t, int>),
      row("pthread_rwlockattr_setpshared", onObject<pthread_rwlockattr_setpshared, true, pthread_rwlockattr_t, int>),
      row("pthread_rwlockattr_getpshared", fromObject<pthread_rwlockattr_getpshared, pthread_rwlockattr_t, int>),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
