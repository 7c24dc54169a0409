#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int room = 0;  // somebody has it

void *wait_for_it(void *unused) {
  while (atomic_fetch_sub(&room, 1) <= 0) atomic_fetch_add(&room, 1);
  return unused;
}

void *leave(void *unused) {
  atomic_fetch_add(&room, 1);
  return unused;
}

void *look(void *unused) {
  assert(atomic_load(&room) >= 0);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, wait_for_it, 0);
  pthread_create(&threads[1], 0, leave, 0);
  pthread_create(&threads[2], 0, look, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
