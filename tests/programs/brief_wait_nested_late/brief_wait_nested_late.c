// Three levels of loops that wait. What an iteration of the outer one touches is read plainly by who is told later, without
// synchronisation, that the loop is over.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state = 1, wakeups, passed;
static int touched;

static int waitBriefly(void) {
  for (int i = 0; i < 2; ++i)
    if (atomic_load_explicit(&state, memory_order_relaxed) == 0) return 1;
  return 0;
}
static void sleepWhileHeld(void) {
  const int seen = atomic_load_explicit(&wakeups, memory_order_relaxed);
  do {
    while (atomic_load_explicit(&wakeups, memory_order_relaxed) == seen &&
           atomic_load_explicit(&state, memory_order_relaxed)) {
    }
  } while (atomic_load_explicit(&state, memory_order_relaxed));
}
static void *wait(void *unused) {
  while (atomic_load_explicit(&state, memory_order_relaxed)) {
    if (!waitBriefly()) {
      sleepWhileHeld();
      __atomic_fetch_or(&touched, 0, __ATOMIC_RELAXED);
    }
  }
  atomic_store_explicit(&passed, 1, memory_order_relaxed);
  return unused;
}
static void *look(void *unused) {
  if (atomic_load_explicit(&passed, memory_order_relaxed)) return (void *)(long)touched;
  return unused;
}

int main(void) {
  pthread_t waits, looks;
  pthread_create(&waits, 0, wait, 0);
  pthread_create(&looks, 0, look, 0);
  atomic_store_explicit(&state, 0, memory_order_relaxed);
  atomic_fetch_add_explicit(&wakeups, 1, memory_order_relaxed);
  pthread_join(waits, 0);
  pthread_join(looks, 0);
  return 0;
}
