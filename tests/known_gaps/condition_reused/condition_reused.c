#include <pthread.h>
#include <stdint.h>
#include <time.h>

static pthread_cond_t *c;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int waiting, ready;

static void *waiter(void *unused) {
  struct timespec until = {.tv_sec = 4000000000};
  pthread_mutex_lock(&m);
  if (!ready) {
    waiting = 1;
    if (pthread_cond_timedwait(c, &m, &until) != 0) waiting = 0;
  }
  pthread_mutex_unlock(&m);
  return unused;
}

static __attribute__((noinline)) void wakeUp(pthread_t *thread) {
  pthread_cond_t local = PTHREAD_COND_INITIALIZER;
  c = &local;
  pthread_create(thread, 0, waiter, 0);
  pthread_mutex_lock(&m);
  ready = 1;
  if (waiting) pthread_cond_signal(&local);
  pthread_mutex_unlock(&m);
  pthread_cond_destroy(&local);
}

// Its variables lie where the condition variable was.
static __attribute__((noinline)) void useStack(pthread_t thread) {
  volatile uint64_t values[6];
  for (int i = 0; i < 6; i++) values[i] = 2;
  pthread_join(thread, 0);
}

int main(void) {
  pthread_t thread;
  wakeUp(&thread);
  useStack(thread);
}
