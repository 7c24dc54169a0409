// W+RWC: as rwc.c, but the second thread learns of x from a flag. The outcome: the flag is seen, z is not, and its
// writer does not see x.
//
// why: Three reads of 0 or 1: 8 graphs; see rwc.c. TSO: the third thread's read may overtake its store.
// W    Y    S    F     R    G     |  sc  tso  ra   rc11
// rlx  rlx  rlx  none  rlx  none  |  7   7+1  7+1  7+1
// rel  rel  acq  none  acq  none  |  7   7+1  7+1  7+1
// rel  rel  acq  sc    acq  none  |  7   7+1  7+1  7+1
// rel  rel  acq  none  acq  sc    |  7   7    7+1  7+1
//
// why: RC11: x happens before the second fence only if the flag synchronises.
// W    Y    S    F     R    G     |  sc  tso  ra   rc11
// rlx  rel  acq  sc    rlx  sc    |  7   7    7+1  7
// rlx  rel  rlx  sc    rlx  sc    |  7   7    7+1  7
// rlx  rlx  rlx  sc    rlx  sc    |  7   7    7+1  7+1
//
// why: RC11: SC accesses in all places; or of x and z, with a flag that synchronises: psc goes from x to the read of z, as
//      both are of other variables than the flag (sb|≠loc; hb; sb|≠loc).
// W    Y    S    F     R    G     |  sc  tso  ra   rc11
// sc   sc   sc   none  sc   none  |  7   7    7+1  7
// sc   rel  acq  none  sc   none  |  7   7    7+1  7
// sc   rlx  acq  none  sc   none  |  7   7    7+1  7+1
// sc   rel  rlx  none  sc   none  |  7   7    7+1  7+1
#include "litmus.h"

atomic_int x, flag, z;
int a, b, c;

THREAD(first) {
  store(x, 1, W);
  store(flag, 1, Y);
}

THREAD(second) {
  a = load(flag, S);
  fence(F);
  b = load(z, R);
}

THREAD(third) {
  store(z, 1, W);
  fence(G);
  c = load(x, R);
}

int main(void) {
  RUN(first, second, third);
  assert(!(a == 1 && b == 0 && c == 0));
}
