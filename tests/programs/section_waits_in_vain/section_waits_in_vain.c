#include <heddle/heddle.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *worker(void *unused) {
  __VERIFIER_atomic_begin();
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&mutex);
  pthread_join(t, 0);
}
