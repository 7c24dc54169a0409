#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int x[2], last;

static void *worker(void *self) {
  const long i = (long)self;
  for (int round = 1; round <= 2; round++) {
    x[i] = round;
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) last++;
    assert(x[1 - i] == round);
    pthread_barrier_wait(&barrier);
  }
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&thread, 0, worker, (void *)1);
  worker((void *)0);
  pthread_join(thread, 0);
  assert(last == 2);
  pthread_barrier_destroy(&barrier);
}
