// Message passing where another thread passes the flag on. The outcome: what it passed on is seen, the data is not.
//
// why: Not passed on: the flag is seen (then the data is, too) or not: 3 graphs. Passed on: the flag 0, 1 or 2, the
//      data or not: 6, of which 1 without data is out. Where stores of a thread stay in order, or reading a flag
//      synchronises, so is the outcome. RC11: a store of another thread ends the release sequence.
// HOW    |  sc  tso  ra   rc11
// write  |  7   7    7    7+1
//
// why: RC11: an update continues the release sequence.
// HOW    |  sc  tso  ra   rc11
// swap   |  7   7    7    7
#include "litmus.h"

atomic_int data, flag;
int a, b;

THREAD(send) {
  store(data, 1, rlx);
  store(flag, 1, rel);
}

static void write(void) {
  if (load(flag, rlx) == 1) store(flag, 2, rlx);
}

static void swap(void) {
  int expected = 1;
  atomic_compare_exchange_strong_explicit(&flag, &expected, 2, rlx, rlx);
}

THREAD(receive) {
  a = load(flag, acq);
  b = load(data, rlx);
}

int main(void) {
  RUN(send, HOW, receive);
  assert(!(a == 2 && b == 0));
}
