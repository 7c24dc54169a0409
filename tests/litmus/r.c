// R: one thread writes x and then y, the other writes y and then reads x. The outcome: the second's y is the later one,
// and it does not see x.
//
// why: Two orders of the writes to y, and a read of 0 or 1: 4 graphs. TSO lets the read overtake the second thread's
//      store. `ra` and RC11: nobody reads what another thread wrote, so that nothing happens before anything.
// X    F     Y    G     R    |  sc  tso  ra   rc11
// rlx  none  rlx  none  rlx  |  3   3+1  3+1  3+1
// rel  none  rel  none  acq  |  3   3+1  3+1  3+1
// rlx  ar    rlx  ar    rlx  |  3   3+1  3+1  3+1
// sc   none  rel  none  sc   |  3   3+1  3+1  3+1
// rlx  sc    rlx  none  rlx  |  3   3+1  3+1  3+1
//
// why: TSO: a barrier between the second thread's store and load is all it takes. RC11 wants SC in all places.
// X    F     Y    G     R    |  sc  tso  ra   rc11
// rlx  none  rlx  sc    rlx  |  3   3    3+1  3+1
// rlx  none  sc   none  sc   |  3   3    3+1  3+1
// sc   none  sc   none  acq  |  3   3    3+1  3+1
//
// why: RC11: psc from y (or the first fence) over mo to y (or the second), on to the read and over fr back. In the last
//      one fr ends at a relaxed write with an SC fence behind it, which is as good.
// X    F     Y    G     R    |  sc  tso  ra   rc11
// sc   none  sc   none  sc   |  3   3    3+1  3
// rlx  sc    rlx  sc    rlx  |  3   3    3+1  3
// rlx  sc    sc   none  sc   |  3   3    3+1  3
#include "litmus.h"

atomic_int x, y;
int a;

THREAD(one) {
  store(x, 1, X);
  fence(F);
  store(y, 1, Y);
}

THREAD(two) {
  store(y, 2, Y);
  fence(G);
  a = load(x, R);
}

int main(void) {
  RUN(one, two);
  assert(!(last(y) == 2 && a == 0));
}
