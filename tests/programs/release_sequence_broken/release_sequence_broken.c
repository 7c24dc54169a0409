#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data;

void *producer(void *unused) {
  data = 42;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return unused;
}

void *between(void *unused) {
  atomic_store_explicit(&flag, 2, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t a, b;
  int r = 0;
  pthread_create(&a, 0, producer, 0);
  pthread_create(&b, 0, between, 0);
  if (atomic_load_explicit(&flag, memory_order_acquire) == 2) r = data;
  pthread_join(a, 0);
  pthread_join(b, 0);
  return r;
}
