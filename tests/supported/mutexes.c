// Mutexes: kinds, attributes, what is said of misuse that POSIX defines, timed locks.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, robust;
static int count;

static void* increments(void* argument) {
  assert(pthread_mutex_lock(&mutex) == 0);
  ++count;
  assert(pthread_mutex_unlock(&mutex) == 0);
  return argument;
}

static void* triesInVain(void* argument) {
  const struct timespec past = {.tv_sec = 1};
  assert(pthread_mutex_trylock(&mutex) == EBUSY);
  assert(pthread_mutex_timedlock(&mutex, &past) == ETIMEDOUT);
  assert(pthread_mutex_timedlock(&mutex, &(struct timespec){.tv_nsec = 1000000000}) == EINVAL);
  assert(pthread_mutex_clocklock(&mutex, 77, &past) == EINVAL);
  assert(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &(struct timespec){0}) == ETIMEDOUT);
  return argument;
}

static void* diesWithLock(void* argument) {
  assert(pthread_mutex_lock(&robust) == 0);
  return argument;
}

static void run(void* (*function)(void*)) {
  pthread_t thread;
  assert(pthread_create(&thread, 0, function, 0) == 0);
  assert(pthread_join(thread, 0) == 0);
}

static void attributes(void) {
  pthread_mutexattr_t attributes;
  int value = 77;
  assert(pthread_mutexattr_init(&attributes) == 0);
  assert(pthread_mutexattr_gettype(&attributes, &value) == 0 && value == PTHREAD_MUTEX_DEFAULT);
  assert(pthread_mutexattr_settype(&attributes, 77) == EINVAL);
  assert(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE) == 0);
  assert(pthread_mutexattr_gettype(&attributes, &value) == 0 && value == PTHREAD_MUTEX_RECURSIVE);
  assert(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT) == 0);
  assert(pthread_mutexattr_getprotocol(&attributes, &value) == 0 && value == PTHREAD_PRIO_INHERIT);
  assert(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_NONE) == 0);
  assert(pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_PRIVATE) == 0);
  assert(pthread_mutexattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
  assert(pthread_mutexattr_setprioceiling(&attributes, 2) == 0);
  assert(pthread_mutexattr_getprioceiling(&attributes, &value) == 0 && value == 2);
  pthread_mutex_t recursive;
  assert(pthread_mutex_init(&recursive, &attributes) == 0);
  assert(pthread_mutex_lock(&recursive) == 0 && pthread_mutex_lock(&recursive) == 0);
  assert(pthread_mutex_trylock(&recursive) == 0);
  for (int i = 0; i < 3; ++i) assert(pthread_mutex_unlock(&recursive) == 0);
  assert(pthread_mutex_unlock(&recursive) == EPERM);
  assert(pthread_mutex_destroy(&recursive) == 0);
  assert(pthread_mutexattr_destroy(&attributes) == 0);
}

static void errorCheck(void) {
  pthread_mutexattr_t attributes;
  pthread_mutex_t checked;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  assert(pthread_mutex_init(&checked, &attributes) == 0);
  assert(pthread_mutex_unlock(&checked) == EPERM);
  assert(pthread_mutex_lock(&checked) == 0 && pthread_mutex_lock(&checked) == EDEADLK);
  assert(pthread_mutex_unlock(&checked) == 0);
  assert(pthread_mutex_destroy(&checked) == 0);
  pthread_mutexattr_destroy(&attributes);
}

static void robustness(void) {
  pthread_mutexattr_t attributes;
  int value = 77;
  pthread_mutexattr_init(&attributes);
  assert(pthread_mutexattr_getrobust(&attributes, &value) == 0 && value == PTHREAD_MUTEX_STALLED);
  assert(pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST) == 0);
  assert(pthread_mutexattr_getrobust(&attributes, &value) == 0 && value == PTHREAD_MUTEX_ROBUST);
  assert(pthread_mutex_init(&robust, &attributes) == 0);
  run(diesWithLock);
  assert(pthread_mutex_lock(&robust) == EOWNERDEAD);
  assert(pthread_mutex_consistent(&robust) == 0);
  assert(pthread_mutex_unlock(&robust) == 0 && pthread_mutex_lock(&robust) == 0);
  assert(pthread_mutex_unlock(&robust) == 0 && pthread_mutex_destroy(&robust) == 0);
  assert(pthread_mutex_consistent(&mutex) == EINVAL);
  pthread_mutexattr_destroy(&attributes);
}

int main(void) {
  pthread_t thread;
  assert(pthread_create(&thread, 0, increments, 0) == 0);
  increments(0);
  assert(pthread_join(thread, 0) == 0 && count == 2);
  assert(pthread_mutex_trylock(&mutex) == 0);
  run(triesInVain);
  assert(pthread_mutex_unlock(&mutex) == 0);
  const struct timespec past = {.tv_sec = 1};
  assert(pthread_mutex_timedlock(&mutex, &past) == 0);  // free: the time does not matter
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_mutex_clocklock(&mutex, CLOCK_REALTIME, &past) == 0 && pthread_mutex_unlock(&mutex) == 0);
  attributes();
  errorCheck();
  robustness();
  assert(pthread_mutex_destroy(&mutex) == 0);
  return 0;
}
