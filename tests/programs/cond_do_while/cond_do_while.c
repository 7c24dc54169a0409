#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int busy, ready, waits;

static void *waiter(void *unused) {
  pthread_mutex_lock(&m);
  waits = 1;
  do pthread_cond_wait(&c, &m);
  while (busy);
  assert(ready);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  while (1) {
    pthread_mutex_lock(&m);
    if (waits) break;
    pthread_mutex_unlock(&m);
  }
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(thread, 0);
}
