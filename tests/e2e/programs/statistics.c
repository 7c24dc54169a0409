// Two threads add to a value and to statistics that no assertion looks at.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int sum, counts[3];
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int entries;

void *add(void *argument) {
  const int old = atomic_load(&sum);
  for (int i = 0; i < 3; i++) {
    atomic_fetch_add(&counts[i], old);
    if (atomic_load(&counts[2 - i]) > 3) atomic_store(&counts[0], 7);
    pthread_mutex_lock(&lock);
    entries += i;
    pthread_mutex_unlock(&lock);
  }
  atomic_store(&sum, old + (argument ? 1 : 2));
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, add, 0);
  pthread_create(&threads[1], 0, add, &entries);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
#ifndef SAFE
  assert(atomic_load(&sum) == 3);
#else
  assert(atomic_load(&sum) > 0);
#endif
}
