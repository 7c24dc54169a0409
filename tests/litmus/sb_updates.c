// Store buffering with an update of a common variable as a fence. The outcome: both find 0.
//
// why: One of the two updates reads from the other. If it acquires and the other releases, its thread must see the
//      other's store; the other thread finds 0 or 1. 2 orders of the updates, 2 graphs each: fences for `ra` (Lahav,
//      Giannarakis & Vafeiadis 2016, where SC fences are defined so). Under TSO updates are barriers.
// U    |  sc  tso  ra   rc11
// ar   |  4   4    4    4
// sc   |  4   4    4    4
//
// why: RC11 without a release or without an acquire: all 4 reads with both orders of the updates, 2 of them the
//      outcome.
// U    |  sc  tso  ra   rc11
// rlx  |  4   4    4    6+2
// acq  |  4   4    4    6+2
// rel  |  4   4    4    6+2
#include "litmus.h"

atomic_int x, y, turn;
int a, b;
int first, second;  // used, so that the updates do not commute

THREAD(one) {
  store(x, 1, rlx);
  first = add(turn, 1, U);
  a = load(y, rlx);
}

THREAD(two) {
  store(y, 1, rlx);
  second = add(turn, 1, U);
  b = load(x, rlx);
}

int main(void) {
  RUN(one, two);
  assert(first != second && !(a == 0 && b == 0));
}
