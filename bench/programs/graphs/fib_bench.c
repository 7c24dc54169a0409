// fib_bench(N): two threads add to each other's number N times, by loads and
// stores, while a third looks at both (after the program of SV-COMP).
//
// Unlike source_sets/fibonacci.c a thread looks, not main, and orders are weak.
#include "each.h"

static atomic_int x = 1, y = 1;

#define ADD_TO(word)             \
  {                              \
    const int seen = LOAD(x);    \
    STORE(word, seen + LOAD(y)); \
  }
#define ADD_TO_X(i) ADD_TO(x)
#define ADD_TO_Y(i) ADD_TO(y)

static void *body0(void *unused) {
  EACH(ADD_TO_X)
  return unused;
}

static void *body1(void *unused) {
  EACH(ADD_TO_Y)
  return unused;
}

static void *body2(void *unused) {
  LOAD(x);
  LOAD(y);
  return unused;
}

int main(void) {
  pthread_t thread;
  EACH_3(START)
  pthread_exit(0);
}
