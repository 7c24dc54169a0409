// Message passing over a third thread that updates the flag. The outcome: the update's value is seen, and the update
// had seen the sender's flag, but the data is not seen.
//
// why: If the update comes first, the flag goes 0, 2, 1 (the sender's); if second, 0, 1, 3. The receiver finds one of
//      three values, and the data or not: 6 graphs each. Finding 1 or 3 without the data is out wherever the flag
//      releases: 5 and 4 remain. RC11: an update stands in the release sequence of the store it has read from,
//      relaxed as it may be (C++11 and C++20 alike); the sequence may be that of a fence.
// F     W    U    R    |  sc  tso  ra   rc11
// none  rel  rlx  acq  |  9   9    9    9
// rel   rlx  rlx  acq  |  9   9    9    9
// none  sc   rlx  acq  |  9   9    9    9
//
// why: RC11: the sender does not release, so that what the update does is of no use: 12, the outcome is one of them.
// F     W    U    R    |  sc  tso  ra   rc11
// none  rlx  ar   acq  |  9   9    9    11+1
// none  rlx  sc   sc   |  9   9    9    11+1
// why: RC11: the receiver does not acquire.
// none  rel  ar   rlx  |  9   9    9    11+1
#include "litmus.h"

atomic_int data, flag;
int a, b;

THREAD(send) {
  store(data, 1, rlx);
  fence(F);
  store(flag, 1, W);
}

THREAD(between) { add(flag, 2, U); }

THREAD(receive) {
  a = load(flag, R);
  b = load(data, rlx);
}

int main(void) {
  RUN(send, between, receive);
  assert(!(a == 3 && b == 0));
}
