// A word that is known to be atomic only after the check has started again, and that a loop stores to plainly.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static union Word {
  volatile long plain;
  long stored;
  _Atomic long word;
} *both;
static atomic_int a, b, stop, sawA, sawB;

static void *look(void *unused) {
  (void)unused;
  int seenB = atomic_load_explicit(&b, memory_order_relaxed);
  long found = both->plain;
  sawA = atomic_load_explicit(&a, memory_order_relaxed);
  sawB = seenB;
  return (void *)found;
}
static void *load(void *unused) {
  (void)unused;
  long found = atomic_load_explicit(&both->word, memory_order_relaxed);
  atomic_store_explicit(&a, 1, memory_order_relaxed);
  return (void *)found;
}
static void *tell(void *unused) {
  (void)unused;
  atomic_store_explicit(&b, 1, memory_order_relaxed);
  return 0;
}
static void *end(void *unused) {
  (void)unused;
  atomic_store_explicit(&stop, 1, memory_order_relaxed);
  return 0;
}

int main(void) {
  both = calloc(1, sizeof *both);
  pthread_t looks, loads, tells, ends;
  pthread_create(&looks, 0, look, 0);
  pthread_create(&loads, 0, load, 0);
  pthread_create(&tells, 0, tell, 0);
  pthread_join(looks, 0);
  pthread_join(loads, 0);
  pthread_join(tells, 0);
  if (!sawA || !sawB) return 0;
  pthread_create(&ends, 0, end, 0);
  long seen, *stored = &both->stored;
  do {
    seen = atomic_load_explicit(&both->word, memory_order_relaxed);
    *stored = seen + 1;
  } while (!atomic_load_explicit(&stop, memory_order_relaxed));
  assert(seen == 0);
  pthread_join(ends, 0);
  return 0;
}
