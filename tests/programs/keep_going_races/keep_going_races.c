#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y, z;

void *one(void *unused) {
  atomic_exchange(&y, 1);
  atomic_store(&x, 1);
  atomic_store(&z, 1);
  return unused;
}

void *two(void *unused) {
  atomic_exchange(&y, 2);
  *(volatile int *)&x;
  atomic_load(&z);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
