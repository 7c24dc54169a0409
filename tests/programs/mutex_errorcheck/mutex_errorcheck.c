#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t lock;

void *other(void *unused) {
  assert(pthread_mutex_unlock(&lock) == EPERM);
  assert(pthread_mutex_trylock(&lock) == EBUSY);
  return unused;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&lock, &attributes);
  assert(pthread_mutex_unlock(&lock) == EPERM);
  assert(pthread_mutex_lock(&lock) == 0);
  assert(pthread_mutex_lock(&lock) == EDEADLK);
  assert(pthread_mutex_trylock(&lock) == EBUSY);
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_join(t, 0);
  assert(pthread_mutex_unlock(&lock) == 0);
  assert(pthread_mutex_destroy(&lock) == 0);
}
