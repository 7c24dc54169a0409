// wakeup_stress(N): N processes increment counter2 and arrive at a barrier. Two
// more increment counter1, one at once, the other after the barrier (Source
// Sets, Fig. 12).
//
// Increments of one counter conflict, waits do not: N! orders of the first
// kind times 2 of the second. In the paper's algorithm the wakeup tree of the
// first state has N! branches.
//
// The barrier is a join: the process behind it (main) waits for the end of the
// N. A join conflicts with nothing, as the paper wants it of a wait. What the N
// do at the barrier is left out: nothing follows it. A pthread_barrier_t would
// not do, since each arrival updates its word, and updates conflict.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 4
#endif

static atomic_int counter1, counter2;
// What an increment found is kept, or two increments would commute.
static int found[N + 2];

static void *early(void *unused) {
  found[0] = atomic_fetch_add(&counter1, 1);
  return unused;
}

static void *worker(void *number) {
  found[(intptr_t)number] = atomic_fetch_add(&counter2, 1);
  return 0;
}

int main(void) {
  pthread_t first, workers[N + 1];
  pthread_create(&first, 0, early, 0);
  for (intptr_t j = 1; j <= N; j++) pthread_create(&workers[j], 0, worker, (void *)j);
  for (int j = 1; j <= N; j++) pthread_join(workers[j], 0);
  found[N + 1] = atomic_fetch_add(&counter1, 1);
  pthread_join(first, 0);
  return 0;
}
