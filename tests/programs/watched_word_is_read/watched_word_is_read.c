// A loop takes a word that another thread reads plainly once it has learned, without synchronisation, that the loop is over.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag, left;
int word;
void *waits(void *arg) {
  while (atomic_load_explicit(&flag, memory_order_relaxed) == 0)
    __atomic_exchange_n(&word, 0, __ATOMIC_RELAXED);
  atomic_store_explicit(&left, 1, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  int seen = 0;
  if (atomic_load_explicit(&left, memory_order_relaxed)) seen = word;
  pthread_join(t, 0);
  return seen;
}
