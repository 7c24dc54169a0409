#include <pthread.h>
#include <stdatomic.h>

int a[2];
atomic_int done;

void *sum(void *_) {
  int s = 0;
  for (int i = 0; i < 2; ++i) s += a[i];
  atomic_store_explicit(&done, s + 1, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sum, 0);
  if (atomic_load_explicit(&done, memory_order_relaxed)) a[0] = 1;
  pthread_join(t, 0);
}
