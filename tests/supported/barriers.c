// Barriers: all go on together, one of them is told.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int before[2], serial[2];

static void* meets(void* argument) {
  const long me = (long)argument;
  for (int phase = 1; phase <= 2; ++phase) {
    before[me] = phase;
    const int result = pthread_barrier_wait(&barrier);
    assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
    if (result == PTHREAD_BARRIER_SERIAL_THREAD) ++serial[me];
    assert(before[1 - me] == phase);
    pthread_barrier_wait(&barrier);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_barrierattr_t attributes;
  int value = 77;
  assert(pthread_barrierattr_init(&attributes) == 0);
  assert(pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_PRIVATE) == 0);
  assert(pthread_barrierattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
  assert(pthread_barrier_init(&barrier, &attributes, 0) == EINVAL);
  assert(pthread_barrier_init(&barrier, &attributes, 2) == 0);
  assert(pthread_barrierattr_destroy(&attributes) == 0);
  assert(pthread_create(&thread, 0, meets, (void*)1) == 0);
  meets((void*)0);
  assert(pthread_join(thread, 0) == 0 && serial[0] + serial[1] == 2);
  assert(pthread_barrier_destroy(&barrier) == 0);
  return 0;
}
