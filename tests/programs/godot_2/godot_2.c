#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

void *p(void *unused) {
  int a, b;
  do a = atomic_load(&x);
  while (a != 1);
  b = atomic_load(&y);
  (void)b;
  return unused;
}

void *q(void *unused) {
  atomic_store(&y, 42);
  atomic_store(&x, 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, p, 0);
  pthread_create(&b, 0, q, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
