#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t *barrier;

static void *arrive(void *unused) {
  if (pthread_barrier_wait(barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
    pthread_barrier_destroy(barrier);
    free(barrier);
  }
  return unused;
}

int main(void) {
  pthread_t threads[2];
  barrier = malloc(sizeof *barrier);
  pthread_barrier_init(barrier, 0, 2);
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, arrive, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
