// Message passing in two hops (ISA2, from the Power manual). The outcome: both flags are seen, the data is not.
//
// why: Three reads of 0 or 1: 8 graphs. As for one hop (mp.c), only RC11 has the outcome.
// F     Y    R    G     Z    S    H     |  sc  tso  ra   rc11
// none  rlx  rlx  none  rlx  rlx  none  |  7   7    7    7+1
//
// why: RC11: both hops synchronise, and happens-before is transitive.
// F     Y    R    G     Z    S    H     |  sc  tso  ra   rc11
// none  rel  acq  none  rel  acq  none  |  7   7    7    7
// none  sc   sc   none  sc   sc   none  |  7   7    7    7
// rel   rlx  rlx  ar    rlx  rlx  acq   |  7   7    7    7
// sc    rlx  rlx  sc    rlx  rlx  sc    |  7   7    7    7
// rel   rlx  acq  none  rel  rlx  acq   |  7   7    7    7
//
// why: RC11: one of the hops does not.
// F     Y    R    G     Z    S    H     |  sc  tso  ra   rc11
// none  rel  acq  none  rlx  acq  none  |  7   7    7    7+1
// none  rel  acq  none  rel  rlx  none  |  7   7    7    7+1
// none  rlx  acq  none  rel  acq  none  |  7   7    7    7+1
// none  rel  rlx  none  rel  acq  none  |  7   7    7    7+1
// rel   rlx  rlx  acq   rlx  rlx  acq   |  7   7    7    7+1
// rel   rlx  rlx  rel   rlx  rlx  acq   |  7   7    7    7+1
// none  rlx  rlx  sc    rlx  rlx  sc    |  7   7    7    7+1
#include "litmus.h"

atomic_int x, y, z;
int a, b, c;

THREAD(first) {
  store(x, 1, rlx);
  fence(F);
  store(y, 1, Y);
}

THREAD(second) {
  a = load(y, R);
  fence(G);
  store(z, 1, Z);
}

THREAD(third) {
  b = load(z, S);
  fence(H);
  c = load(x, rlx);
}

int main(void) {
  RUN(first, second, third);
  assert(!(a == 1 && b == 1 && c == 0));
}
