// treiber-stack(N): N threads push one element each and pop one (Awaiting for
// Godot, Table I; Treiber, "Systems programming: coping with parallelism",
// 1986). Elements are named by their numbers; treiber_pointers.c has the same
// with pointers.
//
// No element is used twice, so that nothing needs to be reclaimed.
#include "../threads.h"

enum { kNone = 0 };

static atomic_int below[N + 1];
static int value[N + 1];
static atomic_int top;

static void push(int element) {
  int seen;
  do {
    seen = atomic_load(&top);
    atomic_store(&below[element], seen);
  } while (!atomic_compare_exchange_strong(&top, &seen, element));
}

static int pop(void) {
  int seen, next;
  do {
    seen = atomic_load(&top);
    if (seen == kNone) return kNone;
    next = atomic_load(&below[seen]);
  } while (!atomic_compare_exchange_strong(&top, &seen, next));
  return seen;
}

static void *pushAndPop(void *number) {
  const int mine = numberOf(number) + 1;
  value[mine] = 1;
  push(mine);
  assert(value[pop()] == 1);
  return 0;
}

int main(void) {
  runThreads(N, pushAndPop);
  return 0;
}
