// fib_bench(N): two threads add to each other's number N times, by loads and
// stores, while a third looks at both (after the program of SV-COMP).
//
// Unlike source_sets/fibonacci.c a thread looks, not main, and orders are weak.
#include "../threads.h"

static atomic_int x = 1, y = 1;

static int sum(void) {
  const int seen = atomic_load_explicit(&x, ACQUIRE);
  return seen + atomic_load_explicit(&y, ACQUIRE);
}

static void *addToX(void *unused) {
  for (int i = 0; i < N; i++) atomic_store_explicit(&x, sum(), RELEASE);
  return unused;
}

static void *addToY(void *unused) {
  for (int i = 0; i < N; i++) atomic_store_explicit(&y, sum(), RELEASE);
  return unused;
}

static void *look(void *unused) {
  sum();
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, addToX, 0);
  pthread_create(&b, 0, addToY, 0);
  pthread_create(&c, 0, look, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
