// fibonacci(N): two threads add to each other's number N times, by loads and
// stores, while main looks at both (after fib_bench of SV-COMP).
//
// Neither number can pass the Fibonacci number of 2N + 2.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

static atomic_int i = 1, j = 1;

static void *addToI(void *unused) {
  for (int k = 0; k < N; k++) atomic_store(&i, atomic_load(&i) + atomic_load(&j));
  return unused;
}

static void *addToJ(void *unused) {
  for (int k = 0; k < N; k++) atomic_store(&j, atomic_load(&j) + atomic_load(&i));
  return unused;
}

static int fibonacci(int n) {
  int previous = 0, current = 1;
  while (n-- > 0) {
    const int next = previous + current;
    previous = current;
    current = next;
  }
  return previous;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, addToI, 0);
  pthread_create(&b, 0, addToJ, 0);
  const int seenI = atomic_load(&i);
  const int seenJ = atomic_load(&j);
  assert(seenI <= fibonacci(2 * N + 2) && seenJ <= fibonacci(2 * N + 2));
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
