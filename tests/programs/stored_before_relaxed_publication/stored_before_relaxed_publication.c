// The element is published without synchronisation: a reader may find what an earlier attempt has stored.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { _Atomic(struct node *) next; };
struct node first, second;
_Atomic(struct node *) top = &first;
atomic_int replaced, made;
void *push(void *arg) {
  struct node *node = calloc(1, sizeof *node);
  struct node *seen;
  made = 1;
  do {
    seen = atomic_load_explicit(&top, memory_order_relaxed);
    atomic_store_explicit(&node->next, seen, memory_order_relaxed);
  } while (!atomic_compare_exchange_strong_explicit(&top, &seen, node, memory_order_relaxed, memory_order_relaxed));
  return 0;
}
void *replace(void *arg) {
  struct node *seen = &first;
  if (atomic_compare_exchange_strong(&top, &seen, &second)) replaced = 1;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, push, 0);
  pthread_create(&b, 0, replace, 0);
  struct node *node = made ? atomic_load_explicit(&top, memory_order_relaxed) : &first;
  if (node != &first && node != &second && replaced)
    assert(atomic_load_explicit(&node->next, memory_order_relaxed) != &first);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
