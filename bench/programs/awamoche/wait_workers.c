// wait-workers(N): a thread waits until N workers have published their results
// (Awamoche, Table 1).
//
// The workers count themselves in one of N! orders, and the look that ends the
// wait could have been at any of the N + 1 values: N! graphs in which it is the
// last, N! * N in which it is not.
#include "../threads.h"

static atomic_int published;
static int results[N];

static void *work(void *number) {
  results[numberOf(number)] = 1;
  atomic_fetch_add_explicit(&published, 1, RELEASE);
  return 0;
}

static void *collect(void *unused) {
  while (atomic_load_explicit(&published, ACQUIRE) != N)
    ;
  for (int i = 0; i < N; i++) assert(results[i] == 1);
  return unused;
}

int main(void) {
  pthread_t collector, threads[N];
  pthread_create(&collector, 0, collect, 0);
  startThreads(threads, N, work);
  joinThreads(threads, N);
  pthread_join(collector, 0);
  return 0;
}
