#include <assert.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *unused) {
  struct timespec until = {.tv_sec = 4000000000};
  int result = 0;
  pthread_mutex_lock(&m);
  if (!ready) result = pthread_cond_timedwait(&c, &m, &until);
  assert(result != 0 || ready);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(thread, 0);
}
