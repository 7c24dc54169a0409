#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting;
static atomic_int first;

static void *waiter(void *self) {
  pthread_mutex_lock(&m);
  waiting++;
  pthread_cond_wait(&c, &m);
  int nobody = 0;
  atomic_compare_exchange_strong(&first, &nobody, (int)(long)self);
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return self;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, (void *)1);
  pthread_create(&b, 0, waiter, (void *)2);
  pthread_mutex_lock(&m);
  const int both = waiting == 2;
  if (both) pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  if (!both) return 0;
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(first != 2);
}
