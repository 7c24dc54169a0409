#include <pthread.h>
#include <stdatomic.h>

void *arrive(void *n) {
  atomic_fetch_add_explicit((atomic_int *)n, 1, memory_order_relaxed);
  return 0;
}

void phase(void) {
  atomic_int arrived = 0;
  pthread_t a, b;
  pthread_create(&a, 0, arrive, &arrived);
  pthread_create(&b, 0, arrive, &arrived);
  while (atomic_load_explicit(&arrived, memory_order_relaxed) < 2);
  pthread_join(a, 0);
  pthread_join(b, 0);
}

int main(void) {
  phase();
  phase();
}
