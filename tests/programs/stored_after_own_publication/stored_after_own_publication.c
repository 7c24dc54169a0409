// The exchange that publishes the element does not end the loop: the attempts after it store to what others reach.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { atomic_int tries; };
_Atomic(struct node *) top;
atomic_int go;
void *push(void *arg) {
  struct node *node = calloc(1, sizeof *node);
  for (;;) {
    int now = atomic_load(&go);
    atomic_store(&node->tries, now + 1);
    struct node *none = 0;
    atomic_compare_exchange_strong(&top, &none, node);
    if (atomic_load(&go) == 2) break;
  }
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, push, 0);
  struct node *node = top;
  go = 1;
  int seen = node ? node->tries : 0;
  go = 2;
  pthread_join(a, 0);
  assert(seen != 2); /* there was a third attempt */
}
