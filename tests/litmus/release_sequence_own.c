// Message passing where the sender itself overwrites its flag. The outcome: the second flag is seen, the data is not.
//
// why: The receiver finds one of three flags, and the data or not: 6 graphs. Of the flag that releases, without the
//      data, is out everywhere; the outcome too, where stores of a thread stay in order. C++11 had the second,
//      relaxed store of the same thread in the release sequence of the first; C++20 (P0982) has not: it allows the
//      outcome.
// SECOND  |  sc  tso  ra   rc11
// rlx     |  4   4    4    4+1
//
// why: The second store releases by itself.
// SECOND  |  sc  tso  ra   rc11
// rel     |  4   4    4    4
#include "litmus.h"

atomic_int data, flag;
int a, b;

THREAD(send) {
  store(data, 1, rlx);
  store(flag, 1, rel);
  store(flag, 2, SECOND);
}

THREAD(receive) {
  a = load(flag, acq);
  b = load(data, rlx);
}

int main(void) {
  RUN(send, receive);
  assert(!(a == 2 && b == 0));
}
