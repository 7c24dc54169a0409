// ms-queue(N): the queue of Michael and Scott (PODC 1996). The first TAKERS
// threads take one element out each, the others put one in (Awaiting for Godot,
// Table I).
//
// A round of either loop has an effect only if it moves a tail that lags
// behind. The paper's analysis cannot express that and leaves both loops alone.
#include "../threads.h"

#ifndef TAKERS
#define TAKERS 1
#endif

struct Node {
  _Atomic(struct Node *) next;
  int value;
};

static struct Node nodes[N + 1 - TAKERS];  // the first is the dummy
static _Atomic(struct Node *) head = &nodes[0];
static _Atomic(struct Node *) tail = &nodes[0];

static void enqueue(struct Node *node) {
  struct Node *last;
  while (1) {
    last = atomic_load_explicit(&tail, ACQUIRE);
    struct Node *next = atomic_load_explicit(&last->next, ACQUIRE);
    if (last != atomic_load_explicit(&tail, RELAXED)) continue;
    if (next == 0) {
      if (atomic_compare_exchange_strong_explicit(&last->next, &next, node, RELEASE, RELAXED)) break;
    } else {
      atomic_compare_exchange_strong_explicit(&tail, &last, next, RELEASE, RELAXED);
    }
  }
  atomic_compare_exchange_strong_explicit(&tail, &last, node, RELEASE, RELAXED);
}

// 0 if it is empty.
static int dequeue(void) {
  while (1) {
    struct Node *first = atomic_load_explicit(&head, ACQUIRE);
    struct Node *last = atomic_load_explicit(&tail, ACQUIRE);
    struct Node *const next = atomic_load_explicit(&first->next, ACQUIRE);
    if (first != atomic_load_explicit(&head, RELAXED)) continue;
    if (first == last) {
      if (next == 0) return 0;
      atomic_compare_exchange_strong_explicit(&tail, &last, next, RELEASE, RELAXED);
    } else {
      const int value = next->value;
      if (atomic_compare_exchange_strong_explicit(&head, &first, next, RELEASE, RELAXED)) return value;
    }
  }
}

static void *useQueue(void *number) {
  const int self = numberOf(number);
  if (self < TAKERS) {
    const int value = dequeue();
    assert(value >= 0 && value <= N - TAKERS);
  } else {
    struct Node *const node = &nodes[self + 1 - TAKERS];
    node->value = self + 1 - TAKERS;
    enqueue(node);
  }
  return 0;
}

int main(void) {
  runThreads(N, useQueue);
  return 0;
}
