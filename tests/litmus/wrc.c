// Write to read causality: the second thread sees a write and raises a flag, the third sees the flag. The outcome:
// the third does not see the write.
//
// why: Three reads of 0 or 1: 8 graphs. Stores reach all other threads at once under TSO; under `ra` reading
//      synchronises. RC11 does not order relaxed accesses.
// X    R    F     Y    S    G     |  sc  tso  ra   rc11
// rlx  rlx  none  rlx  rlx  none  |  7   7    7    7+1
// sc   sc   none  rlx  rlx  none  |  7   7    7    7+1
//
// why: RC11: the third thread synchronises with the second. That is enough, whatever the order of the first write:
//      what the second has read, a read behind it must not go back of (coherence).
// X    R    F     Y    S    G     |  sc  tso  ra   rc11
// rel  acq  none  rel  acq  none  |  7   7    7    7
// rlx  rlx  none  rel  acq  none  |  7   7    7    7
// rlx  rlx  rel   rlx  rlx  acq   |  7   7    7    7
// rlx  rlx  sc    rlx  rlx  sc    |  7   7    7    7
// sc   sc   none  sc   sc   none  |  7   7    7    7
//
// why: RC11: the second and the third do not synchronise.
// X    R    F     Y    S    G     |  sc  tso  ra   rc11
// rel  acq  none  rlx  acq  none  |  7   7    7    7+1
// rel  acq  none  rel  rlx  none  |  7   7    7    7+1
// rlx  rlx  ar    rlx  rlx  none  |  7   7    7    7+1
// rlx  rlx  none  rlx  rlx  ar    |  7   7    7    7+1
#include "litmus.h"

atomic_int x, y;
int a, b, c;

THREAD(first) { store(x, 1, X); }

THREAD(second) {
  a = load(x, R);
  fence(F);
  store(y, 1, Y);
}

THREAD(third) {
  b = load(y, S);
  fence(G);
  c = load(x, rlx);
}

int main(void) {
  RUN(first, second, third);
  assert(!(a == 1 && b == 1 && c == 0));
}
