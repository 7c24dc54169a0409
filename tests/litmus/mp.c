// Message passing: one thread writes data and then a flag, the other reads the flag and then the data. The outcome: the
// flag is seen, the data is not.
//
// why: Two reads of 0 or 1 make 4 graphs. TSO keeps stores in order and loads in order, and under `ra` the read of the
//      flag synchronises. RC11 orders neither relaxed stores nor relaxed loads.
// F     W    R    G     |  sc  tso  ra   rc11
// none  rlx  rlx  none  |  3   3    3    3+1
//
// why: RC11: a release (or a fence that releases before the store) and an acquire (or a fence that acquires behind the
//      load) synchronise. Consume is treated as acquire, as compilers do.
// F     W    R    G     |  sc  tso  ra   rc11
// none  rel  acq  none  |  3   3    3    3
// none  rel  con  none  |  3   3    3    3
// none  sc   sc   none  |  3   3    3    3
// rel   rlx  rlx  acq   |  3   3    3    3
// ar    rlx  rlx  ar    |  3   3    3    3
// sc    rlx  rlx  sc    |  3   3    3    3
// rel   rlx  acq  none  |  3   3    3    3
// none  rel  rlx  acq   |  3   3    3    3
//
// why: RC11: one side does not synchronise with itself, and a fence of the wrong kind does not help.
// F     W    R    G     |  sc  tso  ra   rc11
// none  rel  rlx  none  |  3   3    3    3+1
// none  rlx  acq  none  |  3   3    3    3+1
// none  sc   rlx  none  |  3   3    3    3+1
// none  rlx  sc   none  |  3   3    3    3+1
// rel   rlx  rlx  none  |  3   3    3    3+1
// none  rlx  rlx  acq   |  3   3    3    3+1
// sc    rlx  rlx  none  |  3   3    3    3+1
// none  rlx  rlx  sc    |  3   3    3    3+1
// acq   rlx  rlx  rel   |  3   3    3    3+1
#include "litmus.h"

atomic_int data, flag;
int a, b;

THREAD(send) {
  store(data, 1, rlx);
  fence(F);
  store(flag, 1, W);
}

THREAD(receive) {
  a = load(flag, R);
  fence(G);
  b = load(data, rlx);
}

int main(void) {
  RUN(send, receive);
  assert(!(a == 1 && b == 0));
}
