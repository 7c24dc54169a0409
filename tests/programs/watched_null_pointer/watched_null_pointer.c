// The loop reads by way of a pointer that may be null, and then does not.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag, word, left;
atomic_int *where;
int seen;
void *waits(void *arg) {
  atomic_int *p = where;
  while (atomic_load_explicit(&flag, memory_order_relaxed) == 0)
    if (p) atomic_load_explicit(p, memory_order_relaxed);
  atomic_store_explicit(&left, 1, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t t;
  if (seen) where = &word;
  pthread_create(&t, 0, waits, 0);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  if (atomic_load_explicit(&left, memory_order_relaxed)) atomic_init(&word, 1);
  pthread_join(t, 0);
}
