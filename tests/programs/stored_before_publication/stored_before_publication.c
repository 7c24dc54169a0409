// A stack whose elements are linked by atomic pointers: the failed attempts of a push have stored to an element that
// nobody else can reach yet.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { int value; _Atomic(struct node *) next; };
_Atomic(struct node *) top;
void *push(void *arg) {
  struct node *node = malloc(sizeof *node);
  node->value = (int)(long)arg;
  for (;;) {
    struct node *seen = atomic_load_explicit(&top, memory_order_acquire);
    atomic_store_explicit(&node->next, seen, memory_order_relaxed);
    if (atomic_compare_exchange_strong_explicit(&top, &seen, node, memory_order_release, memory_order_relaxed)) break;
  }
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; ++i) pthread_create(&t[i], 0, push, (void *)(i + 1));
  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
  int sum = 0;
  for (struct node *n = top; n; n = n->next) sum += n->value;
  assert(sum == 6);
}
