#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t lock;
int counter;

void *add(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
  ++counter;
  pthread_mutex_unlock(&lock);
  ++counter;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&lock, &attributes);
  pthread_mutexattr_destroy(&attributes);
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 4);
  assert(pthread_mutex_trylock(&lock) == 0 && pthread_mutex_trylock(&lock) == 0);
  assert(pthread_mutex_unlock(&lock) == 0 && pthread_mutex_unlock(&lock) == 0);
  assert(pthread_mutex_unlock(&lock) == EPERM);
}
