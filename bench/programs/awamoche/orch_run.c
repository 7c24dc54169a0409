// orch-run(N): N threads wait for main to start them and then compute
// something of their own (Awamoche, Table 1).
//
// A thread reads the flag before or after it is set, whatever the others do:
// 2^N graphs, and in one of them nobody waits in vain. Main goes first, so that
// each early look is at a value that is known to be stale.
#include "../threads.h"

static atomic_int isStarted;
static int results[N];

static void *run(void *number) {
  while (!atomic_load_explicit(&isStarted, ACQUIRE))
    ;
  const int self = numberOf(number);
  for (int i = 0; i <= self; i++) results[self] += i;
  return 0;
}

int main(void) {
  pthread_t threads[N];
  startThreads(threads, N, run);
  atomic_store_explicit(&isStarted, 1, RELEASE);
  joinThreads(threads, N);
  return 0;
}
