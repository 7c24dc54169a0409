// m-enq(N): N threads append an element each to a list without a pointer to its
// end (Awamoche, Table 2; the queue of Michael and Scott, PODC 1996, without
// its tail).
//
// Each thread looks for the end from the beginning. When k threads succeed, in
// one of N! / (N-k)! orders, each of the others has taken one of the first k
// elements for the last, and finds its link set when it wants to set it: k
// ways. How it came there is decided by that.
#include "../threads.h"

struct Element {
  _Atomic(struct Element *) next;
};

static struct Element first, elements[N];

static void append(struct Element *element) {
  struct Element *last, *next;
  do {
    last = &first;
    while ((next = atomic_load_explicit(&last->next, ACQUIRE)) != 0) last = next;
  } while (!atomic_compare_exchange_strong_explicit(&last->next, &next, element, RELEASE, RELAXED));
}

static void *appendOne(void *number) {
  append(&elements[numberOf(number)]);
  return 0;
}

int main(void) {
  runThreads(N, appendOne);
  return 0;
}
