#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int room = 0;

void *wait_for_it(void *unused) {
  while (atomic_fetch_sub(&room, 1) <= 0) atomic_fetch_add(&room, 1);
  return unused;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, 0, wait_for_it, 0);
  assert(atomic_load(&room) == 0);
  atomic_fetch_add(&room, 1);
  pthread_join(waiter, 0);
}
