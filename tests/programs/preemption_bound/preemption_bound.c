#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

void *left(void *unused) {
  atomic_store(&x, 1);
  atomic_load(&y);
  return unused;
}

void *right(void *unused) {
  atomic_store(&y, 1);
  atomic_load(&x);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
