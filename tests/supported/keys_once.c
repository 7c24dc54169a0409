// Keys whose destructors run where a thread ends, and pthread_once.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_key_t key, again;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int initialised, destroyed, repeated;

static void initialise(void) { ++initialised; }
static void destroy(void* value) { destroyed += *(int*)value; }
// POSIX: destructors run again while there are values, at least PTHREAD_DESTRUCTOR_ITERATIONS (4) times.
static void destroyAgain(void* value) {
  if (++repeated < 3) assert(pthread_setspecific(again, value) == 0);
}

static void* work(void* value) {
  assert(pthread_once(&once, initialise) == 0 && initialised == 1);
  assert(pthread_getspecific(key) == 0);  // another thread's is not seen
  assert(pthread_setspecific(key, value) == 0 && pthread_getspecific(key) == value);
  assert(pthread_setspecific(again, value) == 0);
  return 0;
}

int main(void) {
  int value = 7;
  pthread_t thread;
  assert(pthread_key_create(&key, destroy) == 0 && pthread_key_create(&again, destroyAgain) == 0 && key != again);
  assert(pthread_getspecific(key) == 0);
  assert(pthread_setspecific(key, &thread) == 0);
  assert(pthread_create(&thread, 0, work, &value) == 0);
  assert(pthread_once(&once, initialise) == 0 && initialised == 1);
  assert(pthread_join(thread, 0) == 0);
  assert(initialised == 1 && destroyed == 7 && repeated == 3);
  assert(pthread_getspecific(key) == &thread);
  assert(pthread_setspecific(key, 0) == 0);
  assert(pthread_key_delete(key) == 0 && pthread_key_delete(again) == 0);
  assert(pthread_key_delete(1000) == EINVAL);
  return 0;
}
