// What an iteration begins with is as good as loaded, but it is not the same in each.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int step[4] = {1, 2, 1, 2};

static void *advance(void *unused) {
  (void)unused;
  int seen = atomic_load_explicit(&x, memory_order_relaxed);
  while (1) {
    if (step[seen] == 1) {
      if (atomic_compare_exchange_strong_explicit(&x, &seen, 2, memory_order_relaxed, memory_order_relaxed)) break;
    } else {
      if (atomic_compare_exchange_strong_explicit(&x, &seen, 3, memory_order_relaxed, memory_order_relaxed)) break;
    }
  }
  return 0;
}
static void *disturb(void *unused) {
  (void)unused;
  int expected = 0;
  atomic_compare_exchange_strong_explicit(&x, &expected, 1, memory_order_relaxed, memory_order_relaxed);
  return 0;
}
static void *change(void *unused) {
  (void)unused;
  if (atomic_load_explicit(&x, memory_order_relaxed) == 3) step[0] = 5;
  return 0;
}

int main(void) {
  pthread_t advances, disturbs, changes;
  pthread_create(&advances, 0, advance, 0);
  pthread_create(&disturbs, 0, disturb, 0);
  pthread_create(&changes, 0, change, 0);
  pthread_join(advances, 0);
  pthread_join(disturbs, 0);
  pthread_join(changes, 0);
  return 0;
}
