// Load buffering: each thread reads one variable, then writes the other. The outcome: both find 1.
//
// why: 4 graphs, of which the outcome is a cycle of po and rf. TSO keeps a load before a later store; `ra` and RC11
//      demand that po and rf have no cycle, which is how RC11 excludes values out of thin air. (C11 itself allows the
//      outcome for relaxed accesses, as do Arm and Power.)
// DEPENDS  R    F     W    |  sc  tso  ra   rc11
// 0        rlx  none  rlx  |  3   3    3    3
// 0        acq  none  rel  |  3   3    3    3
// 0        sc   none  sc   |  3   3    3    3
// 0        rlx  sc    rlx  |  3   3    3    3
//
// why: Each thread writes only if it has found 1, so that nobody ever does: one graph.
// DEPENDS  R    F     W    |  sc  tso  ra   rc11
// 1        rlx  none  rlx  |  1   1    1    1
#include "litmus.h"

atomic_int x, y;
int a, b;

THREAD(one) {
  a = load(x, R);
  fence(F);
  if (!DEPENDS || a == 1) store(y, 1, W);
}

THREAD(two) {
  b = load(y, R);
  fence(F);
  if (!DEPENDS || b == 1) store(x, 1, W);
}

int main(void) {
  RUN(one, two);
  assert(!(a == 1 && b == 1));
}
