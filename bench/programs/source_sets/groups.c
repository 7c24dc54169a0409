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

typedef struct {
  pthread_t q, r, s;
} Group;

static void start(Group *group, intptr_t number) {
  pthread_create(&group->q, 0, q, (void *)number);
  pthread_create(&group->r, 0, r, (void *)number);
  pthread_create(&group->s, 0, s, (void *)number);
}

static void finish(Group *group) {
  pthread_join(group->q, 0);
  pthread_join(group->r, 0);
  pthread_join(group->s, 0);
}

static void *p(void *number) {
  const intptr_t i = (intptr_t)number;
  if (atomic_load(&x[i]) != 1 || i == N) return 0;
  Group next;
  start(&next, i + 1);
  finish(&next);
  return 0;
}

int main(void) {
  pthread_t ps[N + 1];
  Group first;
  for (intptr_t i = 1; i <= N; i++) pthread_create(&ps[i], 0, p, (void *)i);
  start(&first, 1);
  for (int i = 1; i <= N; i++) pthread_join(ps[i], 0);
  finish(&first);
  return 0;
}
