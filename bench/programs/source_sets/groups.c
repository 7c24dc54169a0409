// groups(N): N groups of four processes (Source Sets, Fig. 10). In a group,
// process p can see x = 1 only after one particular order of the steps of q, r
// and s, and only then does it start q, r and s of the next group.
//
// q, r and s have 4 traces: r comes after q; or it comes before, and s reads z
// too early, or in time and then y too late, or in time both. In the last of
// these p can be before or after the write of x, and if after, it starts the
// next group: 4N + 1 traces. Process s reads y only if it has seen z = 1:
// the figure prints the reads one after the other, but that program has 6
// traces a group, and neither the text nor Table 1 fits it.
//
// Without a wakeup sequence, a search that wants to reverse the race on x must
// find that one order anew in each group: exponentially many executions.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "by_name.h"

#ifndef N
#define N 3
#endif

static atomic_int x[N + 1], y[N + 1], z[N + 1];

static void *q(void *number) {
  atomic_store(&y[(intptr_t)number], 1);
  return 0;
}

static void *r(void *number) {
  const intptr_t i = (intptr_t)number;
  const int m = atomic_load(&y[i]);
  if (m == 0) atomic_store(&z[i], 1);
  return 0;
}

static void *s(void *number) {
  const intptr_t i = (intptr_t)number;
  const int n = atomic_load(&z[i]);
  if (n == 1 && atomic_load(&y[i]) == 0) atomic_store(&x[i], 1);
  return 0;
}

static void *(*const qrs[3])(void *) = {q, r, s};

static void *p(void *number) {
  const intptr_t i = (intptr_t)number;
  if (atomic_load(&x[i]) != 1 || i == N) return 0;
  pthread_t next[3];
  for (int k = 0; k < 3; k++) pthread_create(&next[k], 0, qrs[k], (void *)(i + 1));
  for (int k = 0; k < 3; k++) pthread_join(next[k], 0);
  return 0;
}

// The paper's program starts p of the last group first, that of the first
// group last, and then q, r and s of the first.
int main(void) {
  pthread_t processes[N + 3];
  for (int place = 0; place < N + 3; place++) {
    const int k = byName(place, N + 3) - 1;
    pthread_create(&processes[k], 0, k < N ? p : qrs[k - N], (void *)(intptr_t)(k < N ? N - k : 1));
  }
  for (int k = 0; k < N + 3; k++) pthread_join(processes[k], 0);
  return 0;
}
