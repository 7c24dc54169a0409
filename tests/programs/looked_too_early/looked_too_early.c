#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y = 2;

void *waiter(void *unused) {
  while (atomic_load(&x) != atomic_load(&y))
    ;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  atomic_store(&x, 1);
  atomic_store(&y, 1);
  pthread_join(t, 0);
}
