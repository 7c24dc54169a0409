// 2+2W: two threads write two variables in opposite orders. The outcome: both first writes are the last of their
// variable.
//
// why: Two writes to each of two variables, in either order: 4 graphs. TSO keeps stores in order. `ra` and RC11 have
//      no order between writes to different variables but happens-before, of which there is none between the threads
//      (the difference to strong release-acquire: Lahav, Giannarakis & Vafeiadis 2016).
// A    F     B    |  sc  tso  ra   rc11
// rlx  none  rlx  |  3   3    3+1  3+1
// rel  none  rel  |  3   3    3+1  3+1
// rlx  ar    rlx  |  3   3    3+1  3+1
//
// why: RC11: psc goes along sb and mo of SC writes, or from fence to fence over mo.
// A    F     B    |  sc  tso  ra   rc11
// sc   none  sc   |  3   3    3+1  3
// rlx  sc    rlx  |  3   3    3+1  3
//
// why: RC11: one of the two is not SC.
// A    F     B    |  sc  tso  ra   rc11
// sc   none  rel  |  3   3    3+1  3+1
// rel  none  sc   |  3   3    3+1  3+1
#include "litmus.h"

atomic_int x, y;

THREAD(one) {
  store(x, 1, A);
  fence(F);
  store(y, 2, B);
}

THREAD(two) {
  store(y, 1, A);
  fence(F);
  store(x, 2, B);
}

int main(void) {
  RUN(one, two);
  assert(!(last(x) == 1 && last(y) == 1));
}
