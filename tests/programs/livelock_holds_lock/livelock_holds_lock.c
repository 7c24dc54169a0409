#include <pthread.h>
#include <stdatomic.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
atomic_int ready;

void *waiter(void *unused) {
  pthread_mutex_lock(&mutex);
  while (!atomic_load(&ready))
    ;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  pthread_mutex_lock(&mutex);
  atomic_store(&ready, 1);
  pthread_mutex_unlock(&mutex);
  pthread_join(t, 0);
}
