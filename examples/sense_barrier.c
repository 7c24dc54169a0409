// A sense-reversing barrier: the last to arrive turns the sense around, which
// lets the others go; so the barrier can be used again at once. (D. Hensgen, R.
// Finkel, U. Manber, Two Algorithms for Barrier Synchronization, IJPP 17(1),
// 1988; in this form Mellor-Crummey and Scott, 1991.)
//
// The bug: the sense is turned before the count is set back. A quick thread
// comes to the next barrier before that, and is not counted.
//
//   ./x check examples/sense_barrier.c -DBUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define THREADS 2
#define PHASES 2

static atomic_int missing = THREADS;
static atomic_bool sense;
static int result[THREADS];

static void barrier(bool *mine) {
  *mine = !*mine;
  if (atomic_fetch_sub_explicit(&missing, 1, memory_order_acq_rel) == 1) {
#ifdef BUG
    atomic_store_explicit(&sense, *mine, memory_order_release);
    atomic_store_explicit(&missing, THREADS, memory_order_relaxed);
#else
    atomic_store_explicit(&missing, THREADS, memory_order_relaxed);
    atomic_store_explicit(&sense, *mine, memory_order_release);
#endif
  } else {
    while (atomic_load_explicit(&sense, memory_order_acquire) != *mine) {
    }
  }
}

static void *thread(void *argument) {
  int me = argument != NULL;
  bool mine = false;
  for (int phase = 1; phase <= PHASES; ++phase) {
    result[me] = phase;
    barrier(&mine);
    assert(result[1 - me] == phase);
    barrier(&mine);
  }
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, thread, &other);
  thread(NULL);
  pthread_join(other, NULL);
  return 0;
}
