// What a loop reads is on the stack of a function that returns because of what comes after the loop.
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag, left;
void *waits(void *arg) {
  atomic_int *word = arg;
  while (atomic_load_explicit(&flag, memory_order_relaxed) == 0) atomic_load_explicit(word, memory_order_relaxed);
  atomic_store_explicit(&left, 1, memory_order_relaxed);
  return 0;
}
__attribute__((noinline)) void lends(pthread_t *t) {
  atomic_int word;
  atomic_init(&word, 0);
  pthread_create(t, 0, waits, &word);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  while (atomic_load_explicit(&left, memory_order_relaxed) == 0) {
  }
}
int main(void) {
  pthread_t t;
  lends(&t);
  pthread_join(t, 0);
}
