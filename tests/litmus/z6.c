// Z6.0 to Z6.5: the cycles of three threads with two accesses each that have a write followed by a write in coherence
// order (Alglave, Maranget & Tautschnig 2014). The outcome is the cycle, whose edges are named beside each.
//
// why: Three times a read of 0 or 1 or an order of two writes: 8 graphs, of which only the outcome is a cycle. TSO
//      allows it where a read follows a write in some thread (0, 4, 5). `ra` and RC11 allow it where there is more
//      than one edge of co or fr: what happens before what then goes once round in none. In Z6.2 there is only one:
//      `ra` forbids it, and RC11 if the two other edges synchronise.
// Z  W    F     R    |  sc  tso  ra   rc11
// 0  rlx  none  rlx  |  7   7+1  7+1  7+1
// 1  rlx  none  rlx  |  7   7    7+1  7+1
// 2  rlx  none  rlx  |  7   7    7    7+1
// 3  rlx  none  rlx  |  7   7    7+1  7+1
// 4  rlx  none  rlx  |  7   7+1  7+1  7+1
// 5  rlx  none  rlx  |  7   7+1  7+1  7+1
// 0  rel  none  acq  |  7   7+1  7+1  7+1
// 1  rel  none  acq  |  7   7    7+1  7+1
// 2  rel  none  acq  |  7   7    7    7
// 3  rel  none  acq  |  7   7    7+1  7+1
// 4  rel  none  acq  |  7   7+1  7+1  7+1
// 5  rel  none  acq  |  7   7+1  7+1  7+1
// 2  rlx  ar    rlx  |  7   7    7    7
//
// why: SC accesses everywhere, or an SC fence in each thread, make TSO and RC11 sequentially consistent.
// Z  W    F     R    |  sc  tso  ra   rc11
// 0  sc   none  sc   |  7   7    7+1  7
// 1  sc   none  sc   |  7   7    7+1  7
// 2  sc   none  sc   |  7   7    7    7
// 3  sc   none  sc   |  7   7    7+1  7
// 4  sc   none  sc   |  7   7    7+1  7
// 5  sc   none  sc   |  7   7    7+1  7
// 0  rlx  sc    rlx  |  7   7    7+1  7
// 1  rlx  sc    rlx  |  7   7    7+1  7
// 2  rlx  sc    rlx  |  7   7    7    7
// 3  rlx  sc    rlx  |  7   7    7+1  7
// 4  rlx  sc    rlx  |  7   7    7+1  7
// 5  rlx  sc    rlx  |  7   7    7+1  7
#include "litmus.h"

atomic_int x, y, z;
int a, b;

#define THREADS(first1, first2, second1, second2, third1, third2) \
  THREAD(first) {                                                 \
    first1;                                                       \
    fence(F);                                                     \
    first2;                                                       \
  }                                                               \
  THREAD(second) {                                                \
    second1;                                                      \
    fence(F);                                                     \
    second2;                                                      \
  }                                                               \
  THREAD(third) {                                                 \
    third1;                                                       \
    fence(F);                                                     \
    third2;                                                       \
  }

#if Z == 0  // rf, co, fr
THREADS(store(x, 1, W), store(y, 1, W), a = load(y, R), store(z, 1, W), store(z, 2, W), b = load(x, R))
#define OUTCOME a == 1 && last(z) == 2 && b == 0
#elif Z == 1  // co, rf, co
THREADS(store(x, 2, W), store(y, 1, W), store(y, 2, W), store(z, 1, W), a = load(z, R), store(x, 1, W))
#define OUTCOME last(y) == 2 && a == 1 && last(x) == 2
#elif Z == 2  // rf, rf, co
THREADS(store(x, 2, W), store(y, 1, W), a = load(y, R), store(z, 1, W), b = load(z, R), store(x, 1, W))
#define OUTCOME a == 1 && b == 1 && last(x) == 2
#elif Z == 3  // co, rf, fr
THREADS(store(x, 1, W), store(y, 1, W), store(y, 2, W), store(z, 1, W), a = load(z, R), b = load(x, R))
#define OUTCOME last(y) == 2 && a == 1 && b == 0
#elif Z == 4  // co, fr, fr
THREADS(store(x, 1, W), store(y, 1, W), store(y, 2, W), a = load(z, R), store(z, 1, W), b = load(x, R))
#define OUTCOME last(y) == 2 && a == 0 && b == 0
#else  // co, co, fr
THREADS(store(x, 1, W), store(y, 1, W), store(y, 2, W), store(z, 1, W), store(z, 2, W), a = load(x, R))
#define OUTCOME last(y) == 2 && last(z) == 2 && a == 0
#endif

int main(void) {
  RUN(first, second, third);
  assert(!(OUTCOME));
}
