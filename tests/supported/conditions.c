// Condition variables: signals, broadcasts, waits that end by time.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition;
static int ready, passed;

static void* waits(void* argument) {
  assert(pthread_mutex_lock(&mutex) == 0);
  while (!ready) assert(pthread_cond_wait(&condition, &mutex) == 0);
  ++passed;
  assert(pthread_mutex_unlock(&mutex) == 0);
  return argument;
}

static void wake(int (*how)(pthread_cond_t*)) {
  pthread_t thread;
  ready = passed = 0;
  assert(pthread_create(&thread, 0, waits, 0) == 0);
  assert(pthread_mutex_lock(&mutex) == 0);
  ready = 1;
  assert(how(&condition) == 0);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_join(thread, 0) == 0 && passed == 1);
}

int main(void) {
  const struct timespec past = {.tv_sec = 1};
  pthread_condattr_t attributes;
  clockid_t clock = 77;
  int value = 77;
  assert(pthread_condattr_init(&attributes) == 0);
  assert(pthread_condattr_getclock(&attributes, &clock) == 0 && clock == CLOCK_REALTIME);
  assert(pthread_condattr_setclock(&attributes, CLOCK_PROCESS_CPUTIME_ID) == EINVAL);
  assert(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0);
  assert(pthread_condattr_getclock(&attributes, &clock) == 0 && clock == CLOCK_MONOTONIC);
  assert(pthread_condattr_setpshared(&attributes, PTHREAD_PROCESS_PRIVATE) == 0);
  assert(pthread_condattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
  assert(pthread_cond_init(&condition, &attributes) == 0);
  assert(pthread_condattr_destroy(&attributes) == 0);

  wake(pthread_cond_signal);
  wake(pthread_cond_broadcast);
  assert(pthread_cond_signal(&condition) == 0);  // nobody waits: nothing

  assert(pthread_mutex_lock(&mutex) == 0);
  assert(pthread_cond_timedwait(&condition, &mutex, &(struct timespec){0}) == ETIMEDOUT);
  assert(pthread_cond_clockwait(&condition, &mutex, CLOCK_REALTIME, &past) == ETIMEDOUT);
  assert(pthread_cond_timedwait(&condition, &mutex, &(struct timespec){.tv_nsec = -1}) == EINVAL);
  assert(pthread_cond_clockwait(&condition, &mutex, 77, &past) == EINVAL);
  assert(pthread_mutex_unlock(&mutex) == 0);
  assert(pthread_cond_destroy(&condition) == 0);
  return 0;
}
