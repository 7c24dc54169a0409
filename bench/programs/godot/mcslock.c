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
  atomic_store_explicit(&node->next, 0, RELAXED);
  atomic_store_explicit(&node->isWaiting, 1, RELAXED);
  struct Node *const before = atomic_exchange_explicit(&tail, node, ACQ_REL);
  if (before == 0) return;
  atomic_store_explicit(&before->next, node, RELEASE);
  __VERIFIER_assume(!atomic_load_explicit(&node->isWaiting, ACQUIRE));
}

static void release(struct Node *node) {
  struct Node *behind = atomic_load_explicit(&node->next, ACQUIRE);
  if (behind == 0) {
    struct Node *last = node;
    if (atomic_compare_exchange_strong_explicit(&tail, &last, 0, RELEASE, RELAXED)) return;
    behind = atomic_load_explicit(&node->next, ACQUIRE);
    __VERIFIER_assume(behind != 0);
  }
  atomic_store_explicit(&behind->isWaiting, 0, RELEASE);
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
