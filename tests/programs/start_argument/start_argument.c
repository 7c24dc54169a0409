// Who starts a thread does not access what it gives to it.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, passed, touched;

static void *wait(void *unused) {
  while (!atomic_load_explicit(&ready, memory_order_relaxed)) atomic_fetch_or_explicit(&touched, 0, memory_order_relaxed);
  atomic_store_explicit(&passed, 1, memory_order_relaxed);
  return unused;
}
static void *start(void *unused) {
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  return unused;
}
static void *look(void *word) {
  if (atomic_load_explicit(&passed, memory_order_relaxed)) atomic_load_explicit((atomic_int *)word, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t waits, starts, looks;
  pthread_create(&waits, 0, wait, 0);
  pthread_create(&starts, 0, start, 0);
  pthread_join(starts, 0);
  pthread_create(&looks, 0, look, &touched);
  pthread_join(waits, 0);
  pthread_join(looks, 0);
  return 0;
}
