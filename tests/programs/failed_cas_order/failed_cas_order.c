#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
int data;

void *producer(void *unused) {
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t t;
  int expected = 0, r = 0;
  pthread_create(&t, 0, producer, 0);
  if (!atomic_compare_exchange_strong_explicit(&flag, &expected, 2, memory_order_acq_rel, memory_order_relaxed))
    r = data;
  pthread_join(t, 0);
  return r;
}
