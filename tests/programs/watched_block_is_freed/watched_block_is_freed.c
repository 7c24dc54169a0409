// What a loop reads is freed by a thread that has learned, without synchronisation, that the loop is over.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
atomic_int flag, left;
void *waits(void *arg) {
  atomic_int *word = arg;
  while (atomic_load_explicit(&flag, memory_order_relaxed) == 0) atomic_load_explicit(word, memory_order_relaxed);
  atomic_store_explicit(&left, 1, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t t;
  atomic_int *word = calloc(1, sizeof *word);
  pthread_create(&t, 0, waits, word);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  if (atomic_load_explicit(&left, memory_order_relaxed)) free(word);
  pthread_join(t, 0);
}
