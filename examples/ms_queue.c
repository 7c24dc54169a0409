// The lock-free queue of Michael and Scott: link a node behind the last one,
// then move the tail; who finds the tail behind moves it for the other.
// (M. M. Michael, M. L. Scott, Simple, Fast, and Practical Non-Blocking and
// Blocking Concurrent Queue Algorithms, PODC 1996.) Nodes are not used again, so
// that no counters are needed.
//
// The bug: the node is linked by a store, after a look. Two threads may link
// to the same last node, and one of their nodes is lost.
//
//   ./x check examples/ms_queue.c -DBUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct node {
  int value;
  _Atomic(struct node *) next;
};

static struct node first, nodes[2] = {{1, NULL}, {2, NULL}};
static _Atomic(struct node *) head = &first, tail = &first;

static bool moveTo(_Atomic(struct node *) *place, struct node *from, struct node *to) {
  return atomic_compare_exchange_strong_explicit(place, &from, to, memory_order_acq_rel, memory_order_relaxed);
}

static void enqueue(struct node *node) {
  for (;;) {
    struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
    struct node *next = atomic_load_explicit(&last->next, memory_order_acquire);
    if (next != NULL) {
      moveTo(&tail, last, next);
      continue;
    }
#ifdef BUG
    atomic_store_explicit(&last->next, node, memory_order_release);
#else
    if (!moveTo(&last->next, NULL, node)) continue;
#endif
    moveTo(&tail, last, node);
    return;
  }
}

static int dequeue(void) {
  for (;;) {
    struct node *before = atomic_load_explicit(&head, memory_order_acquire);
    struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
    struct node *next = atomic_load_explicit(&before->next, memory_order_acquire);
    if (next == NULL) return 0;
    if (before == last)
      moveTo(&tail, last, next);
    else if (moveTo(&head, before, next))
      return next->value;
  }
}

static void *thread(void *unused) {
  enqueue(&nodes[1]);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, thread, NULL);
  enqueue(&nodes[0]);
  int sum = dequeue();
  pthread_join(other, NULL);
  for (int value; (value = dequeue()) != 0;) sum += value;
  assert(sum == 3);
  return 0;
}
