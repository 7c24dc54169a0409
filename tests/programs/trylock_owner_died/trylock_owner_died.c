#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t m, n;
atomic_int stop, stop2;
void *dies(void *a) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  return 0;
}
void *tries(void *a) {
  while (!atomic_load(&stop))
    if (pthread_mutex_trylock(&m) == 0) return 0;
  while (!atomic_load(&stop2))
    if (pthread_mutex_trylock(&n) == 0) return 0;
  int x = pthread_mutex_trylock(&m), y = pthread_mutex_trylock(&n);
  assert(!(x == EBUSY && y == EBUSY));
  return 0;
}
int main(void) {
  pthread_mutexattr_t at;
  pthread_mutexattr_init(&at);
  pthread_mutexattr_setrobust(&at, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &at);
  pthread_mutex_init(&n, &at);
  pthread_t t, u;
  pthread_create(&t, 0, dies, 0);
  pthread_join(t, 0);
  pthread_create(&u, 0, tries, 0);
  atomic_store(&stop, 1);
  atomic_store(&stop2, 1);
  pthread_join(u, 0);
  return 0;
}
