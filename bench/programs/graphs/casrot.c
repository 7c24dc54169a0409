// casrot(N): thread i, from 1 on, replaces i - 1 by i if that is what it finds
// (after a test of GenMC).
//
// Threads 1 to m succeed, one after the other. If there are more, thread m + 1
// finds one of the m values that are not its own, and each behind it one of all
// m + 1: 1 + the sum over m < N of m (m+1)^(N-m-1) graphs.
#include "each.h"

static atomic_int x;

#define BODY(i)                                                                      \
  static void *body##i(void *unused) {                                               \
    int expected = i;                                                                \
    atomic_compare_exchange_strong_explicit(&x, &expected, i + 1, RELAXED, RELAXED); \
    return unused;                                                                   \
  }
EACH(BODY)

int main(void) {
  pthread_t thread;
  EACH(START)
  pthread_exit(0);
}
