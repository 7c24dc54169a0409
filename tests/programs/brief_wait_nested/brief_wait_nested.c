// A lock that waits briefly and then, in loops of its own, for longer: three levels of loops.
#include <pthread.h>
#include <stdatomic.h>

enum { kBriefly = 3 };
static atomic_int state, wakeups;

static int waitBriefly(void) {
  for (int i = 0; i < kBriefly; ++i)
    if (atomic_load_explicit(&state, memory_order_relaxed) == 0) return 1;
  return 0;
}
static void sleepWhileHeld(void) {
  const int seen = atomic_load_explicit(&wakeups, memory_order_acquire);
  do {
    while (atomic_load_explicit(&wakeups, memory_order_acquire) == seen &&
           atomic_load_explicit(&state, memory_order_acquire)) {
    }
  } while (atomic_load_explicit(&state, memory_order_relaxed));
}
static void *lockAndUnlock(void *unused) {
  int done = 0;
  while (!done) {
    int now = atomic_load_explicit(&state, memory_order_relaxed);
    if (now == 0)
      done = atomic_compare_exchange_strong_explicit(&state, &now, 1, memory_order_acquire, memory_order_relaxed);
    else if (!waitBriefly())
      sleepWhileHeld();
  }
  atomic_store_explicit(&state, 0, memory_order_release);
  atomic_fetch_add_explicit(&wakeups, 1, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, lockAndUnlock, 0);
  pthread_create(&b, 0, lockAndUnlock, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
