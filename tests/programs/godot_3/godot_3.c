#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

void *p(void *unused) {
  atomic_store(&x, 1);
  atomic_store(&y, 1);
  return unused;
}

void *q(void *unused) {
  atomic_store(&x, 2);
  atomic_store(&y, 2);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, p, 0);
  pthread_create(&b, 0, q, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x - y < 2 && y - x < 2);
}
