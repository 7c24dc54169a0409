#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *writer(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&x, 2, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int r1 = atomic_load_explicit(&x, memory_order_relaxed);
  int r2 = atomic_load_explicit(&x, memory_order_relaxed);
  assert(r1 <= r2);
  pthread_join(t, 0);
}
