// Read-write locks: guarded updates of one word (core/rwlock_rules.h), the first 8 bytes of
// the object. Who comes first, readers or writers, stays where glibc keeps it, here or on
// systems with 32 bits (frontend/foreign_types.h).
//
// Readers   need not be ordered among themselves, and updates of one word are. So each thread that reads has a word of
//           its own for the lock, by the same rules, and writers take all of these, the word of the object last
//           (W. C. Hsieh, W. E. Weihl, Scalable Reader-Writer Locks for Parallel Systems, IPPS 1992). A reader
//           happens before and after writers only, as C++ says of std::shared_mutex.
// Why       An execution of the lock as it is has each section of a reader before or behind each section of a
//           writer, and so has one of these. A writer that waits for one reader may hold up another one here, which
//           the lock does not: as with std::lock, what it has so far is taken back if nobody could go on otherwise
//           (runtime/lock_groups.h).
// Unless    somebody tries the lock, or waits for it with a time limit: that might find it half taken
//           (Assumption::UntriedLocks); or who has it wants it once more, or initialises it: words of readers do not
//           tell who waits for itself from who has made a new lock; or writers come first, which readers must know.
// Look      A reader reads the lock's own word while it has its word, first and last: what else happens to the lock
//           (it is destroyed, freed, initialised) is ordered with that or found to race. Writers write the word only
//           while they have all words: there is one value to read, and not one execution more (but for atomic
//           sections, which count it as written).
// Which     threads read is learnt (Assumption::KnownReaders).
#include <pthread.h>

#include <array>
#include <cerrno>
#include <ranges>
#include <span>

#include "core/rwlock_rules.h"
#include "runtime/externals/guarded_words.h"
#include "runtime/externals/locks.h"
#include "runtime/library_words.h"

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

[[gnu::always_inline]] inline Value asReader(void* word, const core::UpdateRule& rule) {
  return update(updateWith(word, rule, Order::Acquire, 1));
}
[[gnu::always_inline]] inline Value asWriter(void* word, const core::UpdateRule& rule) {
  return update(updateWith(word, rule, Order::Acquire, (engine->threads.self().id + 1) * kWriter));
}

void requireAlive(void* object, Value found) {
  if (found == kDestroyed) misuse("uses the destroyed lock", object);
}

// --- the words of readers ---

core::ReaderWords& readers() { return engine->options.learnt->readers; }

bool hasReadersApart(const pthread_rwlock_t* lock) { return engine->options.readersApart && !prefersWriters(lock); }

[[noreturn]] void learnt(core::Assumption assumption) {
  const InHeddle guard;
  engine->verdicts.breakOff({assumption, here()});
}

// It might find the lock half taken.
void requireUntried(const pthread_rwlock_t* lock) {
  if (hasReadersApart(lock)) learnt(core::Assumption::UntriedLocks);
}

// Where the running thread counts itself in.
void* wordOfReader(pthread_rwlock_t* lock) {
  if (!hasReadersApart(lock)) return lock;
  const core::ReaderWords::Reader me{addressOf(lock), engine->threads.self().id};
  if (const auto index = readers().of(me)) return reinterpret_cast<void*>(readerWord(*index));
  const InHeddle guard;
  learnt(readers().add(me) ? core::Assumption::KnownReaders : core::Assumption::UntriedLocks);
}

// The word at which the running thread reads; null: it does not.
void* wordRead(pthread_rwlock_t* lock) {
  if (!kShared.isKnown(addressOf(lock))) return nullptr;
  void* const word = wordOfReader(lock);
  return core::loadWord(addressOf(word), 8) != 0 ? word : nullptr;
}

// What a writer takes, in this order: the last one is the lock's own.
class Words {
 public:
  explicit Words(pthread_rwlock_t* lock) {
    if (hasReadersApart(lock))
      for (unsigned i = 0; i < readers().all().size(); ++i)
        if (readers().all()[i].lock == addressOf(lock)) words_[size_++] = readerWord(i);
    words_[size_++] = addressOf(lock);
  }
  std::span<const Address> all() const { return {words_.data(), size_}; }

 private:
  std::array<Address, core::ReaderWords::kMost + 1> words_;
  std::size_t size_ = 0;
};

void* at(Address word) { return reinterpret_cast<void*>(word); }

// --- locking ---

bool isHeldBySomebody(Address lock) {
  return std::ranges::any_of(engine->stepper.threads, [&](const Thread& thread) {
    return engine->stepper.exists(thread.id) && (thread.held.contains(lock) || thread.heldShared.contains(lock));
  });
}

// The words of its readers would stay as they are.
void requireUnheld(const pthread_rwlock_t* lock) {
  if (engine->options.readersApart && isHeldBySomebody(addressOf(lock))) learnt(core::Assumption::UntriedLocks);
}

int initModel(pthread_rwlock_t* lock, const pthread_rwlockattr_t* attributes) {
  int kind = PTHREAD_RWLOCK_DEFAULT_NP;
  if (attributes != nullptr) {
    checkRead(attributes, sizeof(*attributes));
    pthread_rwlockattr_getkind_np(attributes, &kind);
  }
  checkWrite(lock, sizeof(*lock));
  requireUnheld(lock);
  std::memset(lock, 0, sizeof(*lock));
  lock->__data.__flags = static_cast<unsigned>(kind);
  return 0;
}

// What a reader does to the lock's own word: see above.
void look(pthread_rwlock_t* lock) { requireAlive(lock, update(updateWith(lock, kLook, Order::Relaxed, 0))); }

int readLockModel(pthread_rwlock_t* lock) {
  if (kHeld.contains(lock)) return EDEADLK;
  if (kHeld.isKnown(addressOf(lock))) requireUnheld(lock);  // it was made anew
  void* const word = wordOfReader(lock);
  requireAlive(lock, prefersWriters(lock) ? asReader(word, kReadLockLast) : asReader(word, kReadLock));
  if (word != lock) look(lock);
  kShared.add(lock);
  if (word != lock) kHeld.add(word);
  return 0;
}

bool tryRead(pthread_rwlock_t* lock) {
  requireUntried(lock);
  const bool isLast = prefersWriters(lock);
  const Value found = asReader(lock, isLast ? kTryReadLockLast : kTryReadLock);
  requireAlive(lock, found);
  const bool isTaken = found < (isLast ? kOneWaits : kWriter);
  if (isTaken) kShared.add(lock);
  return isTaken;
}
int tryReadLockModel(pthread_rwlock_t* lock) { return tryRead(lock) ? 0 : EBUSY; }

void takeAll(pthread_rwlock_t* lock, std::span<const Address> words) {
  if (wordRead(lock) != nullptr)
    learnt(core::Assumption::UntriedLocks);  // it waits for itself, and must hold up nobody
  const bool isGroup = words.size() > 1;
  if (isGroup) engine->groups.begin(words, updateWith(at(words.front()), kWriteLock, Order::Acquire, 0));
  for (const Address word : words) {
    requireAlive(lock, asWriter(at(word), kWriteLock));
    kHeld.add(at(word));
    if (isGroup) engine->groups.obtain(word);
  }
  if (isGroup) engine->groups.end();
}

int writeLockModel(pthread_rwlock_t* lock) {
  if (kHeld.contains(lock)) return EDEADLK;
  if (hasReadersApart(lock)) {
    takeAll(lock, Words(lock).all());
    return 0;
  }
  const bool queues = prefersWriters(lock);
  if (queues) requireAlive(lock, update(updateWith(lock, kQueue, Order::Relaxed, 0)));
  requireAlive(lock, queues ? asWriter(lock, kWriteLockQueued) : asWriter(lock, kWriteLock));
  kHeld.add(lock);
  return 0;
}

bool tryWrite(pthread_rwlock_t* lock) {
  requireUntried(lock);
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
    const Words words(lock);
    for (const Address word : words.all() | std::views::reverse) {
      update(updateWith(at(word), kWriteUnlock, Order::Release, 0));
      kHeld.remove(at(word));
    }
  } else if (void* const word = wordRead(lock)) {
    if (word != lock) look(lock);
    update(updateWith(word, kReadUnlock, Order::Release, ~std::uint64_t{0}));
    kShared.remove(lock);
    kHeld.remove(word);
  } else {
    misuse("unlocks a read-write lock that it does not hold:", lock);
  }
  return 0;
}

int destroyModel(pthread_rwlock_t* lock) {
  const Words words(lock);
  for (const Address word : words.all()) {
    const bool isOwn = word == addressOf(lock);
    const Value found = update(updateWith(at(word), isOwn ? kDestroy : kLook, Order::Relaxed, 0));
    requireAlive(lock, found);
    if (found != 0) misuse("destroys a read-write lock that is locked:", lock);
  }
  return 0;
}

bool isWordOfReader(Address word) { return word >= kReaderWords && word < readerWord(core::ReaderWords::kMost); }

}  // namespace

Address lockOf(Address word) { return isWordOfReader(word) ? readers().all()[(word - kReaderWords) / 8].lock : word; }

bool isPartOfReadWriteLock(const Op& op) {
  const bool isReaders = op.rule == &kReadLock || op.rule == &kReadUnlock;
  return op.rule == &kLook || (op.rule != nullptr && isWordOfReader(op.addr) && !isReaders);
}

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
