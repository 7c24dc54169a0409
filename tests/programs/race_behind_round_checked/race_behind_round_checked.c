#include <pthread.h>
#include <stdatomic.h>

atomic_int flag, y;
int x;

void *waiter(void *unused) {
  int last = 0;
  while (!atomic_load_explicit(&flag, memory_order_relaxed)) {
    last = x;
    atomic_fetch_add_explicit(&flag, 0, memory_order_relaxed);
  }
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return unused;
}

void *writer(void *unused) {
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  if (atomic_load_explicit(&y, memory_order_relaxed)) x = 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
