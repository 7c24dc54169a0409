// A wait that is in no loop, called through a pointer.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static int (*volatile wait_at)(pthread_cond_t *, pthread_mutex_t *) = pthread_cond_wait;

static void *waiter(void *unused) {
  pthread_mutex_lock(&m);
  if (!ready) wait_at(&c, &m);
  assert(ready);
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
