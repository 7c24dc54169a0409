#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int done;

void *worker(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  if (atomic_load_explicit(&done, memory_order_relaxed)) assert(pthread_mutex_trylock(&m) == 0);
  pthread_join(t, NULL);
}
