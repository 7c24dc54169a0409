// conf-loop(N): N threads replace a value by one that they compute from it, and
// try again when it has changed meanwhile (Awamoche, Table 1 and section 1).
//
// No value is written twice, so that a compare-exchange succeeds only if it
// reads from the same write as the load. When k threads succeed, in one of
// N! / (N-k)! orders, the load and the compare-exchange of each of the others
// are at two different ones of the k + 1 values, in this order: k (k+1) / 2
// ways. The last value cannot be the loaded one, so k = N is the only case in
// which nobody fails.
#include "../threads.h"

static atomic_int x;

static void *replace(void *number) {
  int seen, next;
  do {
    seen = atomic_load_explicit(&x, ACQUIRE);
    next = seen * (N + 1) + numberOf(number) + 1;  // the threads so far, as digits
  } while (!atomic_compare_exchange_strong_explicit(&x, &seen, next, RELEASE, RELAXED));
  return 0;
}

int main(void) {
  runThreads(N, replace);
  return 0;
}
