// pthread_join learns that the thread has ended, and writes its result then.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stage, go;
static void *result;

static void *look(void *unused) {
  (void)unused;
  int seen, hits = 0;
  while ((seen = atomic_load_explicit(&stage, memory_order_relaxed)) != 2)
    if (seen == 1 && result) ++hits;
  atomic_store_explicit(&go, 1, memory_order_relaxed);
  return 0;
}
static void *wait(void *unused) {
  (void)unused;
  while (!atomic_load_explicit(&go, memory_order_relaxed)) {
  }
  return 0;
}
static void *step(void *unused) {
  (void)unused;
  atomic_store_explicit(&stage, 1, memory_order_relaxed);
  atomic_store_explicit(&stage, 2, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t looks, waits, steps;
  pthread_create(&looks, 0, look, 0);
  pthread_create(&waits, 0, wait, 0);
  pthread_create(&steps, 0, step, 0);
  pthread_join(waits, &result);
  pthread_join(looks, 0);
  pthread_join(steps, 0);
  return 0;
}
