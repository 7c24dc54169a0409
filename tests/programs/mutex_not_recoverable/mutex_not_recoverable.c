#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex;

void *ends(void *unused) {
  pthread_mutex_lock(&mutex);
  return unused;
}

int main(void) {
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&mutex, &robust);
  pthread_t t;
  pthread_create(&t, 0, ends, 0);
  pthread_join(t, 0);
  assert(pthread_mutex_lock(&mutex) == EOWNERDEAD);
  pthread_mutex_unlock(&mutex);
  assert(pthread_mutex_trylock(&mutex) == ENOTRECOVERABLE);
  assert(pthread_mutex_lock(&mutex) == ENOTRECOVERABLE);
  pthread_mutex_destroy(&mutex);
}
