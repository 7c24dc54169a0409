#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *atomically(void *unused) {
  atomic_store(&x, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, atomically, 0);
  *(int *)&x = 2;
  pthread_join(t, 0);
}
