// mcslock(N): N threads take the queue lock of Mellor-Crummey and Scott (ACM
// TOCS 1991) once each (Awaiting for Godot, Table I).
//
// A thread waits for its own node to be handed the lock and, when it leaves and
// somebody has begun to queue, for the link to him. Both are assumptions.
#include "section.h"

struct Node {
  _Atomic(struct Node *) next;
  atomic_int isWaiting;
};

static struct Node nodes[N];
static _Atomic(struct Node *) tail;

static void acquire(struct Node *node) {
  atomic_store(&node->next, 0);
  atomic_store(&node->isWaiting, 1);
  struct Node *const before = atomic_exchange(&tail, node);
  if (before == 0) return;
  atomic_store(&before->next, node);
  __VERIFIER_assume(!atomic_load(&node->isWaiting));
}

static void release(struct Node *node) {
  struct Node *behind = atomic_load(&node->next);
  if (behind == 0) {
    struct Node *last = node;
    if (atomic_compare_exchange_strong(&tail, &last, 0)) return;
    behind = atomic_load(&node->next);
    __VERIFIER_assume(behind != 0);
  }
  atomic_store(&behind->isWaiting, 0);
}

static void *enter(void *number) {
  struct Node *const node = &nodes[numberOf(number)];
  acquire(node);
  inSection(numberOf(number));
  release(node);
  return 0;
}

int main(void) {
  runThreads(N, enter);
  return 0;
}
