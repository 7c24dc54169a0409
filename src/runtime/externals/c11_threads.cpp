// <threads.h>: what POSIX has, with other names and answers.
#include <threads.h>

#include <cerrno>

#include "runtime/externals/external.h"
#include "runtime/externals/posix.h"

namespace heddle::runtime::externals {
namespace {

int answer(int error) {
  switch (error) {
    case 0: return thrd_success;
    case EBUSY: return thrd_busy;
    case ENOMEM: return thrd_nomem;
    case ETIMEDOUT: return thrd_timedout;
    default: return thrd_error;
  }
}

static_assert(sizeof(mtx_t) == sizeof(pthread_mutex_t) && sizeof(cnd_t) == sizeof(pthread_cond_t));
pthread_mutex_t* mutexOf(mtx_t* mutex) { return reinterpret_cast<pthread_mutex_t*>(mutex); }
pthread_cond_t* conditionOf(cnd_t* condition) { return reinterpret_cast<pthread_cond_t*>(condition); }

// What it returns is in the same register; the other half is nobody's.
int createModel(thrd_t* out, void* (*entry)(void*), void* argument) {
  return answer(createThread(out, nullptr, entry, argument));
}
int joinModel(thrd_t thread, int* result) {
  void* const value = resultOf(thread);
  if (result != nullptr) {
    engine->stepper.noteUnseen();
    checkWrite(result, sizeof(*result));
    *result = static_cast<int>(reinterpret_cast<std::intptr_t>(value));
  }
  return thrd_success;
}
int detachModel(thrd_t thread) { return answer(detachThread(thread)); }
void exitModel(int result) { exitThread(reinterpret_cast<void*>(static_cast<std::intptr_t>(result))); }

int mutexInitModel(mtx_t* mutex, int type) {
  return answer(
      initMutex(mutexOf(mutex), (type & mtx_recursive) != 0 ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL));
}
int lockModel(mtx_t* mutex) { return answer(lockMutex(mutexOf(mutex))); }
int tryLockModel(mtx_t* mutex) { return answer(tryLockMutex(mutexOf(mutex))); }
int timedLockModel(mtx_t* mutex, const timespec* until) { return answer(timedLockMutex(mutexOf(mutex), until)); }
int unlockModel(mtx_t* mutex) { return answer(unlockMutex(mutexOf(mutex))); }
void mutexDestroyModel(mtx_t* mutex) { destroyMutex(mutexOf(mutex)); }

int conditionInitModel(cnd_t* condition) { return answer(initCondition(conditionOf(condition), nullptr)); }
int waitModel(cnd_t* condition, mtx_t* mutex) {
  return answer(waitAtCondition(conditionOf(condition), mutexOf(mutex)));
}
int timedWaitModel(cnd_t* condition, mtx_t* mutex, const timespec* until) {
  return answer(timedWaitAtCondition(conditionOf(condition), mutexOf(mutex), until));
}
int signalModel(cnd_t* condition) { return answer(signalCondition(conditionOf(condition))); }
int broadcastModel(cnd_t* condition) { return answer(broadcastCondition(conditionOf(condition))); }
void conditionDestroyModel(cnd_t* condition) { destroyCondition(conditionOf(condition)); }

int keyCreateModel(tss_t* key, tss_dtor_t destructor) { return answer(createKey(key, destructor)); }
void keyDeleteModel(tss_t key) { deleteKey(key); }
int setModel(tss_t key, void* value) { return answer(setSpecific(key, value)); }
void* getModel(tss_t key) { return getSpecific(key); }

}  // namespace

std::span<const External> c11Threads() {
  static const External rows[] = {
      row("thrd_create", createModel),
      row("thrd_join", joinModel),
      row("thrd_detach", detachModel),
      row("thrd_exit", exitModel),
      row("thrd_current", ownThread),
      row("thrd_equal", areSameThreads),
      row("mtx_init", mutexInitModel),
      row("mtx_lock", lockModel),
      row("mtx_trylock", tryLockModel),
      row("mtx_timedlock", timedLockModel),
      row("mtx_unlock", unlockModel),
      row("mtx_destroy", mutexDestroyModel),
      row("cnd_init", conditionInitModel),
      row("cnd_wait", waitModel),
      row("cnd_timedwait", timedWaitModel),
      row("cnd_signal", signalModel),
      row("cnd_broadcast", broadcastModel),
      row("cnd_destroy", conditionDestroyModel),
      row("tss_create", keyCreateModel),
      row("tss_delete", keyDeleteModel),
      row("tss_set", setModel),
      row("tss_get", getModel),
  };
  return rows;
}

}  // namespace heddle::runtime::externals
