// Read to write causality: the second thread sees the write to x, but not that to y, whose writer does not see x. The
// outcome: 1, 0 and 0.
//
// why: Three reads of 0 or 1: 8 graphs. TSO lets the third thread's read overtake its store; a barrier there forbids
//      the outcome, one in the second thread does nothing, as loads are in order anyway. `ra` and RC11: x happens
//      before what the second does, and nothing before what the third does.
// W    R    F     G     |  sc  tso  ra   rc11
// rlx  rlx  none  none  |  7   7+1  7+1  7+1
// rel  acq  none  none  |  7   7+1  7+1  7+1
// rlx  rlx  ar    ar    |  7   7+1  7+1  7+1
// rlx  rlx  sc    none  |  7   7+1  7+1  7+1
// rlx  rlx  none  sc    |  7   7    7+1  7+1
// rel  acq  none  sc    |  7   7    7+1  7+1
// sc   acq  none  none  |  7   7    7+1  7+1
//
// why: RC11: two SC fences are ordered by what is read on either side (psc_F), also over a third thread, which C11
//      left open (Lahav et al. 2017, section 2.2).
// W    R    F     G     |  sc  tso  ra   rc11
// rlx  rlx  sc    sc    |  7   7    7+1  7
// sc   sc   none  none  |  7   7    7+1  7
#include "litmus.h"

atomic_int x, y;
int a, b, c;

THREAD(first) { store(x, 1, W); }

THREAD(second) {
  a = load(x, R);
  fence(F);
  b = load(y, R);
}

THREAD(third) {
  store(y, 1, W);
  fence(G);
  c = load(x, R);
}

int main(void) {
  RUN(first, second, third);
  assert(!(a == 1 && b == 0 && c == 0));
}
