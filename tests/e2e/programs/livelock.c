#include <pthread.h>
#include <stdatomic.h>

atomic_int stage;

/* Waits for a stage that may be over before it looks. */
void *waiter(void *unused) {
  while (atomic_load(&stage) != 1)
    ;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  atomic_store(&stage, 1);
  atomic_store(&stage, 2);
  pthread_join(t, 0);
}
