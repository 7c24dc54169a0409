// Store buffering with a fence in one thread only. The outcome: both find 0.
//
// why: 4 graphs as in sb.c. The thread without a fence may still read before its store is seen.
// F    |  sc  tso  ra   rc11
// sc   |  3   3+1  3+1  3+1
// ar   |  3   3+1  3+1  3+1
#include "litmus.h"

atomic_int x, y;
int a, b;

THREAD(one) {
  store(x, 1, rlx);
  fence(F);
  a = load(y, rlx);
}

THREAD(two) {
  store(y, 1, rlx);
  b = load(x, rlx);
}

int main(void) {
  RUN(one, two);
  assert(!(a == 0 && b == 0));
}
