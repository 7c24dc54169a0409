#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

atomic_int done;

void *parked(void *unused) {
  for (;;) sleep(1);
  return unused;
}

void *worker(void *unused) {
  atomic_store(&done, 1);
  return unused;
}

int main(void) {
  pthread_t p, w;
  pthread_create(&p, 0, parked, 0);
  pthread_create(&w, 0, worker, 0);
  atomic_store(&done, 2);
  pthread_join(w, 0);
  return 0;
}
