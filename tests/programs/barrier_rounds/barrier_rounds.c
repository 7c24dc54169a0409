#include <pthread.h>

static pthread_barrier_t barrier;

static void *arrive(void *unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}

// Four threads at a barrier for two: whoever ends the first round may be late, and must not end the second one again.
int main(void) {
  pthread_t threads[4];
  pthread_barrier_init(&barrier, 0, 2);
  for (int i = 0; i < 4; i++) pthread_create(&threads[i], 0, arrive, 0);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
}
