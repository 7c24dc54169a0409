#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y, z;

void *reader(void *unused) {
  atomic_store(&z, 1);
  *(volatile int *)&x;
  atomic_load(&y);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  atomic_store(&y, 1);
  atomic_load(&x);
  atomic_load(&z);
  pthread_join(t, 0);
}
