// Z6.U (Lahav et al. 2017, section 2.1): y is written by one thread, updated by the second and written again by the
// third, which then does not see x, although it was written before y.
//
// why: The update stands directly behind the write it reads: behind the initial one (the two others follow in 2
//      orders), behind 1 (with 3 before or after both), behind 3 (likewise). The load behind it finds the update or a
//      later write: 3+3, 2+1, 2+1 = 12. With a read of x: 24. x = 0 under SC: 3 comes before 1, which leaves 3+1+2 of
//      12, in all 18, without the outcome; TSO is as SC here, since the store of 3 is a barrier. Under `ra` the third
//      thread learns nothing from the others: all 24. RC11: so it is, as the write of 1 is no SC access and the
//      update only is synchronised with it: psc has no path from x to y. C11 forbids the outcome, and the usual way
//      of compiling to Power would have been wrong.
// Y    |  sc  tso  ra    rc11
// rel  |  18  18   23+1  23+1
//
// why: RC11: x and 1 are SC, so that psc goes from x over 1 to 3 and back from the read of x.
// Y    |  sc  tso  ra    rc11
// sc   |  18  18   23+1  18
#include "litmus.h"

atomic_int x, y;
int a, b, c;

THREAD(first) {
  store(x, 1, sc);
  store(y, 1, Y);
}

THREAD(second) {
  b = add(y, 1, sc);
  c = load(y, rlx);
}

THREAD(third) {
  store(y, 3, sc);
  a = load(x, sc);
}

int main(void) {
  RUN(first, second, third);
  assert(!(b == 1 && c == 3 && a == 0));
}
