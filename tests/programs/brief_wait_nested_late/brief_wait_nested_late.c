// Three levels of loops that wait. What an iteration of the outer one touches, but never its last one, is read plainly by who
// is told later, without synchronisation, that the loop is over.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state = 1, ready, wakeups, passed;
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
  int more;
  do {
    const int slept = !waitBriefly();
    if (slept) sleepWhileHeld();
    more = !atomic_load_explicit(&ready, memory_order_relaxed);
    if (more && slept) more += __atomic_fetch_or(&touched, 0, __ATOMIC_RELAXED);
  } while (more);
  atomic_store_explicit(&passed, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t waits;
  pthread_create(&waits, 0, wait, 0);
  atomic_store_explicit(&state, 0, memory_order_relaxed);
  atomic_store_explicit(&ready, 1, memory_order_relaxed);
  const int seen = atomic_load_explicit(&passed, memory_order_relaxed) ? touched : 0;
  pthread_join(waits, 0);
  return seen;
}
