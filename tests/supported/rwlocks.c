// Read-write locks: several readers or one writer.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static const struct timespec past = {.tv_sec = 1}, wrong = {.tv_nsec = -1};
static int data;

static void* besideReader(void* argument) {
  assert(pthread_rwlock_rdlock(&lock) == 0 && pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_tryrdlock(&lock) == 0 && pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_timedrdlock(&lock, &past) == 0 && pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_clockrdlock(&lock, CLOCK_REALTIME, &past) == 0 && pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
  assert(pthread_rwlock_timedwrlock(&lock, &past) == ETIMEDOUT);
  assert(pthread_rwlock_clockwrlock(&lock, CLOCK_REALTIME, &past) == ETIMEDOUT);
  return argument;
}

static void* besideWriter(void* argument) {
  assert(pthread_rwlock_tryrdlock(&lock) == EBUSY && pthread_rwlock_trywrlock(&lock) == EBUSY);
  assert(pthread_rwlock_timedrdlock(&lock, &past) == ETIMEDOUT);
  assert(pthread_rwlock_timedrdlock(&lock, &wrong) == EINVAL && pthread_rwlock_timedwrlock(&lock, &wrong) == EINVAL);
  assert(pthread_rwlock_clockrdlock(&lock, 77, &past) == EINVAL);
  assert(pthread_rwlock_clockrdlock(&lock, CLOCK_REALTIME, &past) == ETIMEDOUT);
  return argument;
}

static void* writes(void* argument) {
  assert(pthread_rwlock_wrlock(&lock) == 0);
  ++data;
  assert(pthread_rwlock_unlock(&lock) == 0);
  return argument;
}

static void run(void* (*function)(void*)) {
  pthread_t thread;
  assert(pthread_create(&thread, 0, function, 0) == 0 && pthread_join(thread, 0) == 0);
}

int main(void) {
  pthread_t thread;
  assert(pthread_create(&thread, 0, writes, 0) == 0);
  assert(pthread_rwlock_rdlock(&lock) == 0);
  assert(data == 0 || data == 1);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_join(thread, 0) == 0 && data == 1);

  assert(pthread_rwlock_rdlock(&lock) == 0);
  run(besideReader);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_trywrlock(&lock) == 0);
  run(besideWriter);
  assert(pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_timedwrlock(&lock, &past) == 0 && pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &past) == 0 && pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_destroy(&lock) == 0);

  pthread_rwlockattr_t attributes;
  int value = 77;
  assert(pthread_rwlockattr_init(&attributes) == 0);
  assert(pthread_rwlockattr_getkind_np(&attributes, &value) == 0 && value == PTHREAD_RWLOCK_PREFER_READER_NP);
  assert(pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) == 0);
  assert(pthread_rwlockattr_getkind_np(&attributes, &value) == 0);
  assert(value == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  assert(pthread_rwlockattr_setpshared(&attributes, PTHREAD_PROCESS_PRIVATE) == 0);
  assert(pthread_rwlockattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
  assert(pthread_rwlock_init(&lock, &attributes) == 0);
  assert(pthread_rwlockattr_destroy(&attributes) == 0);
  assert(pthread_rwlock_wrlock(&lock) == 0 && pthread_rwlock_unlock(&lock) == 0);
  assert(pthread_rwlock_destroy(&lock) == 0);
  return 0;
}
