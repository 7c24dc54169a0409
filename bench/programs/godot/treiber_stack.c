// treiber-stack(N): N threads push one element each and pop one (Awaiting for
// Godot, Table I; Treiber, "Systems programming: coping with parallelism",
// 1986).
//
// No element is used twice, so that nothing needs to be reclaimed.
#include "../threads.h"

struct Element {
  _Atomic(struct Element *) below;
  int value;
};

static struct Element elements[N];
static _Atomic(struct Element *) top;

static void push(struct Element *element) {
  struct Element *seen;
  do {
    seen = atomic_load_explicit(&top, ACQUIRE);
    atomic_store_explicit(&element->below, seen, RELAXED);
  } while (!atomic_compare_exchange_strong_explicit(&top, &seen, element, RELEASE, RELAXED));
}

static struct Element *pop(void) {
  struct Element *seen, *below;
  do {
    seen = atomic_load_explicit(&top, ACQUIRE);
    if (seen == 0) return 0;
    below = atomic_load_explicit(&seen->below, RELAXED);
  } while (!atomic_compare_exchange_strong_explicit(&top, &seen, below, RELEASE, RELAXED));
  return seen;
}

static void *pushAndPop(void *number) {
  struct Element *const mine = &elements[numberOf(number)];
  mine->value = numberOf(number) + 1;
  push(mine);
  assert(pop()->value > 0);
  return 0;
}

int main(void) {
  runThreads(N, pushAndPop);
  return 0;
}
