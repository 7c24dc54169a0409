// treiber-push(N): N threads push an element each onto a stack (Awamoche, Table
// 2; Treiber, "Systems programming: coping with parallelism", 1986).
//
// As many graphs as conf-loop: the link to the element below belongs to the
// thread alone until the compare-exchange has succeeded.
#include <stdlib.h>

#include "../threads.h"

struct Element {
  struct Element *below;
  int value;
};

static _Atomic(struct Element *) top;

static void push(struct Element *element) {
  struct Element *seen;
  do {
    seen = atomic_load_explicit(&top, ACQUIRE);
    element->below = seen;
  } while (!atomic_compare_exchange_strong_explicit(&top, &seen, element, RELEASE, RELAXED));
}

static void *pushOne(void *number) {
  struct Element *const element = malloc(sizeof *element);
  element->value = numberOf(number);
  push(element);
  return 0;
}

int main(void) {
  runThreads(N, pushOne);
  int sum = 0;
  for (struct Element *i = atomic_load_explicit(&top, ACQUIRE); i != 0; i = i->below) sum += i->value;
  assert(sum == N * (N - 1) / 2);
  return 0;
}
