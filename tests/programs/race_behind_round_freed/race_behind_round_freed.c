#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct Node {
  _Atomic(struct Node *) next;
  int value, other;
};

static _Atomic(struct Node *) top;
static atomic_int flag, y;

void *waiter(void *unused) {
  int last = 0;
  while (!atomic_load_explicit(&flag, memory_order_relaxed))
    last = atomic_load_explicit(&top, memory_order_relaxed)->value;
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return unused;
}

void *writer(void *unused) {
  if (atomic_load_explicit(&y, memory_order_relaxed)) free(atomic_load_explicit(&top, memory_order_relaxed));
  return unused;
}

int main(void) {
  pthread_t a, b;
  atomic_store(&top, calloc(1, sizeof(struct Node)));
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, writer, 0);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
