// Store buffering: each thread writes one variable, then reads the other. The outcome: both find 0.
//
// why: Two reads of 0 or 1 make 4 graphs, of which SC forbids the outcome: the first of the four steps is a write, and
//      the read of that variable comes after it. All others do not order a store with a load behind it: TSO keeps it in
//      the thread's buffer meanwhile (Owens, Sarkar & Sewell 2009), and releasing and acquiring says nothing about a
//      thread's own stores and loads of different variables (Batty et al. 2011).
// OP        W    F     R    |  sc  tso  ra   rc11
// store     rlx  none  rlx  |  3   3+1  3+1  3+1
// store     rel  none  acq  |  3   3+1  3+1  3+1
// store     rlx  ar    rlx  |  3   3+1  3+1  3+1
// store     rel  none  sc   |  3   3+1  3+1  3+1
//
// why: RC11 wants SC on both sides: psc goes from store to load (sb) and back (fr). On x86 the sequentially consistent
//      store alone empties the buffer. `ra` knows no SC.
// OP        W    F     R    |  sc  tso  ra   rc11
// store     sc   none  sc   |  3   3    3+1  3
// store     rlx  sc    rlx  |  3   3    3+1  3
// store     sc   none  acq  |  3   3    3+1  3+1
//
// why: A locked instruction empties the buffer too, whatever its order says; C11 sees a relaxed access like any other.
// OP        W    F     R    |  sc  tso  ra   rc11
// exchange  rlx  none  rlx  |  3   3    3+1  3+1
// exchange  ar   none  acq  |  3   3    3+1  3+1
// exchange  sc   none  sc   |  3   3    3+1  3
#include "litmus.h"

atomic_int x, y;
int a, b;

THREAD(one) {
  OP(x, 1, W);
  fence(F);
  a = load(y, R);
}

THREAD(two) {
  OP(y, 1, W);
  fence(F);
  b = load(x, R);
}

int main(void) {
  RUN(one, two);
  assert(!(a == 0 && b == 0));
}
