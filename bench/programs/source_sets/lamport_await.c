// lamport_await(N): Lamport's fast mutual exclusion (ACM TOCS 1987, algorithm
// 2); N threads enter the critical section once each.
//
// "await c" is an assumption: a thread that looks while c does not hold stops
// for good, and the execution counts as blocked.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

void __VERIFIER_assume(int);

static atomic_int b[N + 1], x, y, owner;

static void lock(int self) {
  while (1) {
    atomic_store(&b[self], 1);
    atomic_store(&x, self);
    if (atomic_load(&y) != 0) {
      atomic_store(&b[self], 0);
      __VERIFIER_assume(atomic_load(&y) == 0);
      continue;
    }
    atomic_store(&y, self);
    if (atomic_load(&x) == self) return;
    atomic_store(&b[self], 0);
    for (int j = 1; j <= N; j++) __VERIFIER_assume(atomic_load(&b[j]) == 0);
    if (atomic_load(&y) == self) return;
    __VERIFIER_assume(atomic_load(&y) == 0);
  }
}

static void unlock(int self) {
  atomic_store(&y, 0);
  atomic_store(&b[self], 0);
}

static void *enter(void *number) {
  const int self = (int)(intptr_t)number;
  lock(self);
  atomic_store(&owner, self);
  assert(atomic_load(&owner) == self);
  unlock(self);
  return 0;
}

int main(void) {
  pthread_t threads[N + 1];
  for (intptr_t i = 1; i <= N; i++) pthread_create(&threads[i], 0, enter, (void *)i);
  for (int i = 1; i <= N; i++) pthread_join(threads[i], 0);
  return 0;
}
