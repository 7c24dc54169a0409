// A mutex on the stack of a function that has returned is locked by a thread that nobody joins.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t *mutex;
static atomic_int made;

static __attribute__((noinline)) void make(void) {
  pthread_mutex_t local = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&local);
  mutex = &local;
}

static void *maker(void *unused) {
  make();
  atomic_store(&made, 1);
  return unused;
}

static void *late(void *unused) {
  if (atomic_load(&made)) pthread_mutex_lock(mutex);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, maker, NULL);
  pthread_create(&second, NULL, late, NULL);
  pthread_detach(second);
  pthread_join(first, NULL);
}
