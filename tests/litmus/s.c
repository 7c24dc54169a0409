// S: one thread writes x and then a flag, the other sees the flag and writes x. The outcome: the flag is seen, and
// still the first thread's x is the later one.
//
// why: Two orders of the writes to x, and a read of 0 or 1: 4 graphs. TSO keeps stores in order, and a store behind
//      the load before it. `ra`: the first write happens before the second, as the flag synchronises. RC11: relaxed
//      accesses do not.
// F     W    R    G     |  sc  tso  ra   rc11
// none  rlx  rlx  none  |  3   3    3    3+1
//
// why: RC11: synchronised, as in mp.c.
// F     W    R    G     |  sc  tso  ra   rc11
// none  rel  acq  none  |  3   3    3    3
// none  sc   sc   none  |  3   3    3    3
// rel   rlx  rlx  acq   |  3   3    3    3
// sc    rlx  rlx  sc    |  3   3    3    3
// rel   rlx  acq  none  |  3   3    3    3
// none  rel  rlx  acq   |  3   3    3    3
//
// why: RC11: only one side does its part.
// F     W    R    G     |  sc  tso  ra   rc11
// none  rel  rlx  none  |  3   3    3    3+1
// none  rlx  acq  none  |  3   3    3    3+1
// rel   rlx  rlx  none  |  3   3    3    3+1
// none  rlx  rlx  sc    |  3   3    3    3+1
#include "litmus.h"

atomic_int x, flag;
int a;

THREAD(one) {
  store(x, 2, rlx);
  fence(F);
  store(flag, 1, W);
}

THREAD(two) {
  a = load(flag, R);
  fence(G);
  store(x, 1, rlx);
}

int main(void) {
  RUN(one, two);
  assert(!(a == 1 && last(x) == 2));
}
