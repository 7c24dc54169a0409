#include <pthread.h>
#include <stdatomic.h>

atomic_int room = 1, done = 0;

void *poll_under_it(void *unused) {
  do {
    while (atomic_fetch_sub(&room, 1) <= 0) atomic_fetch_add(&room, 1);
    atomic_fetch_add(&room, 1);
  } while (!atomic_load(&done));
  return unused;
}

int main(void) {
  pthread_t poller;
  pthread_create(&poller, 0, poll_under_it, 0);
  atomic_store(&done, 1);
  pthread_join(poller, 0);
}
