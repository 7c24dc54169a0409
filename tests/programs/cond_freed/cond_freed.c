#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t *c;
static int done, isWaiting;

static void *waiter(void *unused) {
  struct timespec until = {.tv_sec = 4000000000};
  pthread_mutex_lock(&m);
  isWaiting = 1;
  while (!done && pthread_cond_timedwait(c, &m, &until) == 0) {
  }
  pthread_mutex_unlock(&m);
  return unused;
}

// Who waits is woken before the condition variable is gone (an example of POSIX, pthread_cond_destroy).
int main(void) {
  pthread_t thread;
  c = malloc(sizeof *c);
  pthread_cond_init(c, 0);
  pthread_create(&thread, 0, waiter, 0);
  pthread_mutex_lock(&m);
  int waits = isWaiting;
  done = 1;
  if (waits) pthread_cond_broadcast(c);
  pthread_mutex_unlock(&m);
  if (waits) {
    pthread_cond_destroy(c);
    free(c);
  }
  pthread_join(thread, 0);
}
