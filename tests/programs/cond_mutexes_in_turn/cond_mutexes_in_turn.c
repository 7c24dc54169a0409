#include <pthread.h>

static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready[2];

static void *waiter(void *mutex) {
  pthread_mutex_lock(mutex);
  while (!ready[(pthread_mutex_t *)mutex - mutexes]) pthread_cond_wait(&c, mutex);
  pthread_mutex_unlock(mutex);
  return 0;
}

int main(void) {
  for (int i = 0; i < 2; i++) {
    pthread_t thread;
    pthread_create(&thread, 0, waiter, &mutexes[i]);
    pthread_mutex_lock(&mutexes[i]);
    ready[i] = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&mutexes[i]);
    pthread_join(thread, 0);
  }
}
