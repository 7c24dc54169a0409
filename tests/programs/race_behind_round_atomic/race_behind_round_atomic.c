#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct Node {
  _Atomic(struct Node *) next;
  int value, other;
};

static struct Node nodes[2];
static _Atomic(struct Node *) top = &nodes[1];
static atomic_int flag, y;

void *waiter(void *unused) {
  int last = 0;
  while (!atomic_load_explicit(&flag, memory_order_relaxed)) {
    struct Node *const seen = atomic_load_explicit(&top, memory_order_relaxed);
    last = atomic_load_explicit(&seen->next, memory_order_relaxed) != 0;
  }
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return unused;
}

void *writer(void *unused) {
  if (atomic_load_explicit(&y, memory_order_relaxed)) memset(&nodes[1], 0, sizeof nodes[1]);
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
