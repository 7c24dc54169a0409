#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *left(void *unused) {
  atomic_store(&x, 1);
  atomic_store(&x, 2);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, left, 0);
  atomic_store(&x, 3);
  atomic_store(&x, 4);
  pthread_join(t, 0);
}
