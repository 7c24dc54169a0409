#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

void *waiter(void *unused) {
  while (atomic_load(&x) != 1 ||
         atomic_load(&y) != 1)
    ;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  atomic_store(&x, 1);
  atomic_store(&x, 0);
  pthread_join(t, 0);
}
