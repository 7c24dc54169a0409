// An iteration reads what the one before has stored to an object that nobody else can reach.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { atomic_int tried; };
_Atomic(struct node *) top;
struct node other;
void *push(void *arg) {
  struct node *node = calloc(1, sizeof *node);
  int tried;
  struct node *seen;
  do {
    seen = top;
    tried = atomic_load_explicit(&node->tried, memory_order_relaxed);
    atomic_store_explicit(&node->tried, 1, memory_order_relaxed);
  } while (!atomic_compare_exchange_strong(&top, &seen, node));
  assert(!tried);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, push, 0);
  top = &other;
  pthread_join(a, 0);
}
