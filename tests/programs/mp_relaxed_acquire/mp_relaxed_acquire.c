#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data;

void *producer(void *unused) {
  data = 42;
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  int r = 0;
  if (atomic_load_explicit(&flag, memory_order_acquire)) r = data;
  pthread_join(t, 0);
  return r;
}
