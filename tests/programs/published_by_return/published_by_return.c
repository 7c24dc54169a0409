// The thread returns the node that it has pushed: that publishes it, too, and is the last thing its function does.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct Node {
  _Atomic(struct Node *) below;
};

static _Atomic(struct Node *) top;

static void *push(void *unused) {
  (void)unused;
  struct Node *node = malloc(sizeof *node);
  struct Node *seen;
  do {
    seen = atomic_load(&top);
    atomic_store(&node->below, seen);
  } while (!atomic_compare_exchange_strong(&top, &seen, node));
  return node;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, push, 0);
  pthread_create(&other, 0, push, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
