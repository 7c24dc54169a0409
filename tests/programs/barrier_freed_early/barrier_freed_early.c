#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t *barrier;

static void *arrive(void *unused) {
  pthread_barrier_wait(barrier);
  return unused;
}

int main(void) {
  pthread_t thread;
  barrier = malloc(sizeof *barrier);
  pthread_barrier_init(barrier, 0, 1);
  pthread_create(&thread, 0, arrive, 0);
  free(barrier);
  pthread_join(thread, 0);
}
