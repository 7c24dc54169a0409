#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

void *left(void *unused) {
  atomic_store(&x, 1);
  atomic_store(&x, 2);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, left, 0);
  atomic_store(&y, 1);
  atomic_store(&y, 2);
  pthread_join(t, 0);
}
