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

void *late(void *given) {
  *(int *)given = 1;
  return given;
}

void *writer(void *unused) {
  if (atomic_load_explicit(&y, memory_order_relaxed)) {
    pthread_t c;
    pthread_create(&c, 0, late, &nodes[1].value);
    pthread_join(c, 0);
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
