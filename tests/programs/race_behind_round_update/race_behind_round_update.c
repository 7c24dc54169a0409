#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int x;

void *waiter(void *unused) {
  int last = 0;
  while (!atomic_load_explicit(&flag, memory_order_relaxed)) last = x;
  __atomic_store_n(&x, 1, __ATOMIC_RELAXED);
  return unused;
}

void *writer(void *unused) {
  int seen = 1;
  __atomic_compare_exchange_n(&x, &seen, 2, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
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
