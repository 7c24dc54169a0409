// Independent reads of independent writes. The outcome: the two readers see the two writes in different orders.
//
// why: Four reads of 0 or 1: 16 graphs. SC has one order of the writes, and so has TSO, whose stores reach all others
//      at once. Releasing and acquiring orders neither write before the other.
// W    R1   F     R2   |  sc  tso  ra    rc11
// rlx  rlx  none  rlx  |  15  15   15+1  15+1
// rel  acq  none  acq  |  15  15   15+1  15+1
// rlx  rlx  ar    rlx  |  15  15   15+1  15+1
//
// why: RC11: all sequentially consistent, or such a fence between the reads: psc has a cycle.
// W    R1   F     R2   |  sc  tso  ra    rc11
// sc   sc   none  sc   |  15  15   15+1  15
// rlx  rlx  sc    rlx  |  15  15   15+1  15
//
// why: RC11 allows it as soon as some reads are not SC, since compiling them for Power would need more fences
//      otherwise (IRIW-acq-sc: Lahav et al. 2017, section 2.1).
// W    R1   F     R2   |  sc  tso  ra    rc11
// sc   acq  none  sc   |  15  15   15+1  15+1
// sc   sc   none  acq  |  15  15   15+1  15+1
// sc   acq  none  acq  |  15  15   15+1  15+1
#include "litmus.h"

atomic_int x, y;
int a, b, c, d;

THREAD(writeX) { store(x, 1, W); }

THREAD(writeY) { store(y, 1, W); }

THREAD(readXY) {
  a = load(x, R1);
  fence(F);
  b = load(y, R2);
}

THREAD(readYX) {
  c = load(y, R1);
  fence(F);
  d = load(x, R2);
}

int main(void) {
  RUN(writeX, writeY, readXY, readYX);
  assert(!(a == 1 && b == 0 && c == 1 && d == 0));
}
