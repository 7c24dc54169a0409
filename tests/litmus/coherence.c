// Coherence: accesses to one variable are as if interleaved, in every model and with every order (Batty et al. 2011:
// CoRR, CoWW, CoRW, CoWR; Alglave et al. 2014: 1 and 2 stand for the number of threads that take part in CoRW). The
// outcomes are beside the programs.
//
// why: CoRR    the two reads find 0 0, 0 1 or 1 1: 3.
//      CoRR2   two orders of the writes; each reader finds one of three, and then the same or a later one: 2 * 6 * 6.
//      CoWW    one order: 1.
//      CoWR    own write first: the read finds either; own write last: only that: 3.
//      CoRW1   the read finds 0: 1.
//      CoRW2   own write first: the read finds 0; own write last: 0 or 2: 3.
//      Atomic  two updates, in two orders: 2.
// TEST    W    R    |  sc  tso  ra  rc11
// CoRR    rlx  rlx  |  3   3    3   3
// CoRR    rel  acq  |  3   3    3   3
// CoRR    sc   sc   |  3   3    3   3
// CoRR2   rlx  rlx  |  72  72   72  72
// CoRR2   sc   sc   |  72  72   72  72
// CoWW    rlx  rlx  |  1   1    1   1
// CoWR    rlx  rlx  |  3   3    3   3
// CoWR    sc   sc   |  3   3    3   3
// CoRW1   rlx  rlx  |  1   1    1   1
// CoRW2   rlx  rlx  |  3   3    3   3
// CoRW2   sc   sc   |  3   3    3   3
// Atomic  rlx  rlx  |  2   2    2   2
#include "litmus.h"

atomic_int x;
int a, b, c, d;

#define CoRR 1
#define CoRR2 2
#define CoWW 3
#define CoWR 4
#define CoRW1 5
#define CoRW2 6
#define Atomic 7

THREAD(writeOne) { store(x, 1, W); }

THREAD(writeTwo) { store(x, 2, W); }

THREAD(readTwice) {
  a = load(x, R);
  b = load(x, R);
}

THREAD(readTwiceToo) {
  c = load(x, R);
  d = load(x, R);
}

THREAD(writeTwice) {
  store(x, 1, W);
  store(x, 2, W);
}

THREAD(writeThenRead) {
  store(x, 1, W);
  a = load(x, R);
}

THREAD(readThenWrite) {
  a = load(x, R);
  store(x, 1, W);
}

THREAD(addOne) { a = add(x, 1, W); }

THREAD(addOneToo) { b = add(x, 1, W); }

int main(void) {
#if TEST == CoRR
  RUN(writeOne, readTwice);
  assert(!(a == 1 && b == 0));
#elif TEST == CoRR2
  RUN(writeOne, writeTwo, readTwice, readTwiceToo);
  assert(!(a == 1 && b == 2 && c == 2 && d == 1));
#elif TEST == CoWW
  RUN(writeTwice);
  assert(last(x) == 2);
#elif TEST == CoWR
  RUN(writeThenRead, writeTwo);
  assert(a != 0 && !(a == 2 && last(x) == 1));
#elif TEST == CoRW1
  RUN(readThenWrite);
  assert(a == 0);
#elif TEST == CoRW2
  RUN(readThenWrite, writeTwo);
  assert(a != 1 && !(a == 2 && last(x) == 2));
#else
  RUN(addOne, addOneToo);
  assert(a != b && last(x) == 2);
#endif
}
