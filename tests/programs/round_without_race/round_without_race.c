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
  while (!atomic_load_explicit(&flag, memory_order_relaxed)) {
    struct Node *const seen = atomic_load_explicit(&top, memory_order_acquire);
    last = seen->value + (atomic_load_explicit(&seen->next, memory_order_relaxed) != 0);
  }
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return unused;
}

void *writer(void *unused) {
  nodes[0].value = 1;
  if (atomic_load_explicit(&y, memory_order_relaxed)) {
    nodes[1].other = 1;
    atomic_store_explicit(&nodes[1].next, &nodes[0], memory_order_release);
  }
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
