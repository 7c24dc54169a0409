// Whoever fails is stopped, and an execution with a violation has no deadlock.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
atomic_int x;
void *t1(void *a) { assert(x == 0); return 0; }
void *t2(void *a) { x = 1; return 0; }
void *t3(void *a) { pthread_mutex_lock(&n); pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_unlock(&n); return 0; }
int main() {
  pthread_t a, b, c;
  pthread_create(&b, 0, t2, 0);
  pthread_create(&a, 0, t1, 0);
  pthread_create(&c, 0, t3, 0);
  pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);
  return 0;
}
