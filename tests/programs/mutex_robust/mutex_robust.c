#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex;
int x;

void *ends(void *unused) {
  pthread_mutex_lock(&mutex);
  x = 1;
  return unused;
}

int main(void) {
  pthread_mutexattr_t robust;
  pthread_mutexattr_init(&robust);
  pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
  pthread_mutexattr_setprotocol(&robust, PTHREAD_PRIO_INHERIT);
  pthread_mutex_init(&mutex, &robust);
  pthread_t t;
  pthread_create(&t, 0, ends, 0);
  int result = pthread_mutex_lock(&mutex);
  assert(x ? result == EOWNERDEAD : result == 0);
  assert(pthread_mutex_consistent(&mutex) == (x ? 0 : EINVAL));
  pthread_mutex_unlock(&mutex);
  pthread_join(t, 0);
  result = pthread_mutex_lock(&mutex);
  assert(result == 0 || result == EOWNERDEAD);
  if (result == EOWNERDEAD) pthread_mutex_consistent(&mutex);
  pthread_mutex_unlock(&mutex);
  assert(pthread_mutex_trylock(&mutex) == 0);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_destroy(&mutex);
}
