#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int room = 0;  // somebody has it

void *leave(void *unused) {
  atomic_fetch_add(&room, 1);
  return unused;
}

void *wait_for_it(void *unused) {
  int before;
  while ((before = atomic_fetch_sub(&room, 1)) <= 0) atomic_fetch_add(&room, 1);
  assert(before < 10);
  atomic_fetch_add(&room, 1);
  return unused;
}

void *try_once(void *unused) {
  const int before = atomic_fetch_sub(&room, 1);
  atomic_fetch_add(&room, before > 0 ? 1 : 11);
  return unused;
}

int main(void) {
  pthread_t leaver, waiter, trier;
  pthread_create(&waiter, 0, wait_for_it, 0);
  pthread_create(&leaver, 0, leave, 0);
  pthread_join(leaver, 0);
  pthread_create(&trier, 0, try_once, 0);
  pthread_join(trier, 0);
  pthread_join(waiter, 0);
}
