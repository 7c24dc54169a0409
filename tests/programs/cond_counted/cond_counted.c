#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, most;

static void *waiter(void *unused) {
  pthread_mutex_lock(&m);
  for (int tries = 0; !ready && tries < most; tries++) pthread_cond_wait(&c, &m);
  assert(ready);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(int count, char **arguments) {
  pthread_t thread;
  most = count;
  pthread_create(&thread, 0, waiter, 0);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(thread, 0);
}
