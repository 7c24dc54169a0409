// treiber-ptr(N): treiber_stack.c with pointers. Nidhugg does not see that a
// failed pop is pure: it reads through a pointer, which may fail.
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
