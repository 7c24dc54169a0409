#include <pthread.h>
#include <stdatomic.h>

struct Node {
  _Atomic(struct Node *) next;
  int value, other;
};

static struct Node nodes[2];
static _Atomic(struct Node *) top = &nodes[1];
static atomic_int flag, y;

void *waiter(void *unused) {
  int last = 0;
  while (!atomic_load_explicit(&flag, memory_order_relaxed))
    last = atomic_load_explicit(&top, memory_order_relaxed)->value;
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return unused;
}

void *writer(void *unused) {
  nodes[0].value = 1;
  nodes[1].other = 1;
  if (atomic_load_explicit(&y, memory_order_relaxed))
    for (int i = 0; i < 2; i++) (&nodes[0].value)[i * 4] = 2;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, writer, 0);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
