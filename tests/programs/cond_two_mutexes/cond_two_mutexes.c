#include <pthread.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;

static void *waiter(void *mutex) {
  pthread_mutex_lock(mutex);
  while (!ready) pthread_cond_wait(&c, mutex);
  pthread_mutex_unlock(mutex);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, waiter, &first);
  pthread_create(&threads[1], 0, waiter, &second);
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  ready = 1;
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  pthread_cond_broadcast(&c);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
