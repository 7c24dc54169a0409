// A reader waits for the element to be linked, and is ordered after the store by nothing but what it finds.
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
    atomic_store_explicit(&node->next, seen, memory_order_release);
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
  if (node != &first && node != &second && replaced) {
    struct node *next;
    while (!(next = atomic_load_explicit(&node->next, memory_order_acquire))) {
    }
    assert(next != &first);
  }
  pthread_join(a, 0);
  pthread_join(b, 0);
}
