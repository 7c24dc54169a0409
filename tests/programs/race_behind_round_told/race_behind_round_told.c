#include <pthread.h>
#include <stdatomic.h>

struct Node {
  _Atomic(struct Node *) next;
  int value, other;
};

static struct Node nodes[2];
static _Atomic(struct Node *) top = &nodes[1];
static atomic_int flag, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int told;

void *waiter(void *unused) {
  int last = 0;
  while (!atomic_load_explicit(&flag, memory_order_relaxed))
    last = atomic_load_explicit(&top, memory_order_relaxed)->value;
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return unused;
}

void *between(void *unused) {
  if (atomic_load_explicit(&y, memory_order_relaxed)) {
    pthread_mutex_lock(&m);
    told = 1;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

void *writer(void *unused) {
  pthread_mutex_lock(&m);
  const int seen = told;
  pthread_mutex_unlock(&m);
  if (seen) nodes[1].value = 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_t c;
  pthread_create(&c, 0, between, 0);
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, writer, 0);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  pthread_join(c, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
