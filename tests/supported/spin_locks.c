// Spin locks of POSIX.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int count;

static void* increments(void* argument) {
  assert(pthread_spin_lock(&lock) == 0);
  ++count;
  assert(pthread_spin_unlock(&lock) == 0);
  return argument;
}

static void* triesInVain(void* argument) {
  assert(pthread_spin_trylock(&lock) == EBUSY);
  return argument;
}

int main(void) {
  pthread_t thread;
  assert(pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE) == 0);
  assert(pthread_create(&thread, 0, increments, 0) == 0);
  increments(0);
  assert(pthread_join(thread, 0) == 0 && count == 2);
  assert(pthread_spin_trylock(&lock) == 0);
  assert(pthread_create(&thread, 0, triesInVain, 0) == 0 && pthread_join(thread, 0) == 0);
  assert(pthread_spin_unlock(&lock) == 0);
  assert(pthread_spin_destroy(&lock) == 0);
  return 0;
}
