#include <pthread.h>

static pthread_barrier_t barrier;

static void *meet(void *unused) {
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) pthread_barrier_destroy(&barrier);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&thread, 0, meet, 0);
  meet(0);
  pthread_join(thread, 0);
}
