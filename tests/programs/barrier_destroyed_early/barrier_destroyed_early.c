#include <pthread.h>

static pthread_barrier_t barrier;

static void *arrive(void *unused) {
  pthread_barrier_wait(&barrier);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, 0, 1);
  pthread_create(&thread, 0, arrive, 0);
  pthread_barrier_destroy(&barrier);
  pthread_join(thread, 0);
}
