// ms-queue(N): the queue of Michael and Scott (PODC 1996). Thread 0 takes one
// element out, the others put one in each (Awaiting for Godot, Table I).
//
// A round of either loop has an effect only if it moves a tail that lags
// behind. The paper's analysis cannot express that and leaves both loops alone.
#include "threads.h"

struct Node {
  _Atomic(struct Node *) next;
  int value;
};

static struct Node nodes[N];  // the first is the dummy
static _Atomic(struct Node *) head = &nodes[0];
static _Atomic(struct Node *) tail = &nodes[0];

static void enqueue(struct Node *node) {
  struct Node *last;
  while (1) {
    last = atomic_load(&tail);
    struct Node *next = atomic_load(&last->next);
    if (last != atomic_load(&tail)) continue;
    if (next == 0) {
      if (atomic_compare_exchange_strong(&last->next, &next, node)) break;
    } else {
      atomic_compare_exchange_strong(&tail, &last, next);
    }
  }
  atomic_compare_exchange_strong(&tail, &last, node);
}

// 0 if it is empty.
static int dequeue(void) {
  while (1) {
    struct Node *first = atomic_load(&head);
    struct Node *last = atomic_load(&tail);
    struct Node *const next = atomic_load(&first->next);
    if (first != atomic_load(&head)) continue;
    if (first == last) {
      if (next == 0) return 0;
      atomic_compare_exchange_strong(&tail, &last, next);
    } else {
      const int value = next->value;
      if (atomic_compare_exchange_strong(&head, &first, next)) return value;
    }
  }
}

static void *useQueue(void *number) {
  const int self = numberOf(number);
  if (self == 0) {
    const int value = dequeue();
    assert(value >= 0 && value < N);
  } else {
    nodes[self].value = self;
    enqueue(&nodes[self]);
  }
  return 0;
}

int main(void) {
  runThreads(N, useQueue);
  return 0;
}
