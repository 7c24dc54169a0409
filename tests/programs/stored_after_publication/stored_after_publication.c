// The element was published before the loop: a reader finds what an attempt has stored that failed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { _Atomic(struct node *) next; };
struct node first, second;
_Atomic(struct node *) top = &first, spare;
atomic_int replaced;
void *push(void *arg) {
  struct node *node = calloc(1, sizeof *node);
  struct node *seen;
  spare = node;
  do {
    seen = top;
    node->next = seen;
  } while (!atomic_compare_exchange_strong(&top, &seen, node));
  return 0;
}
void *replace(void *arg) {
  struct node *seen = &first;
  if (spare && spare->next == &first && atomic_compare_exchange_strong(&top, &seen, &second)) replaced = 1;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, push, 0);
  pthread_create(&b, 0, replace, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!replaced);
}
