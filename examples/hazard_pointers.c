// Hazard pointers: a thread announces which node it is about to use; who has
// taken a node out frees it only when no announcement names it. (M. M. Michael,
// Hazard Pointers: Safe Memory Reclamation for Lock-Free Objects, IEEE TPDS
// 15(6), 2004.) Here they protect the top of a stack.
//
// The bug: after the announcement nobody looks again whether the node is still
// the top. It may have been freed before the announcement was there.
//
//   ./x check examples/hazard_pointers.c -DBUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define THREADS 2

struct node {
  int value;
  struct node *below;
};

static _Atomic(struct node *) top;
static _Atomic(struct node *) hazard[THREADS];

static struct node *protectTop(int me) {
  struct node *node = atomic_load(&top);
#ifdef BUG
  atomic_store(&hazard[me], node);
#else
  for (struct node *seen = NULL; node != seen; node = atomic_load(&top)) {
    atomic_store(&hazard[me], node);
    seen = node;
  }
#endif
  return node;
}

static void retire(struct node *node, int me) {
  atomic_store(&hazard[me], NULL);
  for (int i = 0; i < THREADS; ++i)
    if (i != me && atomic_load(&hazard[i]) == node) return;  // a longer program would try again later
  free(node);
}

static int pop(int me) {
  for (;;) {
    struct node *node = protectTop(me);
    if (node == NULL) return 0;
    struct node *expected = node;
    if (!atomic_compare_exchange_strong(&top, &expected, node->below)) continue;
    int value = node->value;
    retire(node, me);
    return value;
  }
}

static void *thread(void *argument) { return (void *)(intptr_t)pop(argument != NULL); }

int main(void) {
  for (int i = 1; i <= 2; ++i) {
    struct node *node = malloc(sizeof *node);
    *node = (struct node){i, top};
    top = node;
  }
  pthread_t other;
  pthread_create(&other, NULL, thread, &other);
  int mine = pop(0);
  void *his;
  pthread_join(other, &his);
  assert(mine + (int)(intptr_t)his == 3);
  return 0;
}
