// lamport(N): Lamport's fast mutual exclusion (ACM TOCS 1987, algorithm 2) for
// two threads that enter N times each, without endless waiting: a thread looks
// at most N times, tries at most N times, and gives up (after lamport of
// SV-COMP, where N is 2).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 1
#endif

static atomic_int b[3], x, y, owner;

static int becomesZero(atomic_int *word) {
  for (int look = 0; look < N; look++)
    if (atomic_load(word) == 0) return 1;
  return 0;
}

// Whether `self` has got in.
static int lock(int self) {
  for (int attempt = 0; attempt < N; attempt++) {
    atomic_store(&b[self], 1);
    atomic_store(&x, self);
    if (atomic_load(&y) != 0) {
      atomic_store(&b[self], 0);
      if (!becomesZero(&y)) return 0;
      continue;
    }
    atomic_store(&y, self);
    if (atomic_load(&x) == self) return 1;
    atomic_store(&b[self], 0);
    if (!becomesZero(&b[3 - self])) return 0;
    if (atomic_load(&y) == self) return 1;
    if (!becomesZero(&y)) return 0;
  }
  return 0;
}

static void unlock(int self) {
  atomic_store(&y, 0);
  atomic_store(&b[self], 0);
}

static void *enter(void *number) {
  const int self = (int)(intptr_t)number;
  for (int turn = 0; turn < N && lock(self); turn++) {
    atomic_store(&owner, self);
    assert(atomic_load(&owner) == self);
    unlock(self);
  }
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, enter, (void *)1);
  pthread_create(&second, 0, enter, (void *)2);
  pthread_join(first, 0);
  pthread_join(second, 0);
  return 0;
}
