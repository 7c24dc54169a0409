// The lock and the assertion come from one macro, so they have one place.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
atomic_int x, y;
#define CHECKED(l) do { pthread_mutex_lock(l); assert(!(x == 1 && y == 0)); } while (0)
void *t1(void *a) { pthread_mutex_lock(&m); pthread_mutex_lock(&n);
  pthread_mutex_unlock(&m); pthread_mutex_unlock(&n); return 0;
}
void *t2(void *a) { x = 1; y = 1; return 0; }
int main() {
  pthread_t a, b;
  pthread_create(&a, 0, t1, 0);
  pthread_create(&b, 0, t2, 0);
  pthread_mutex_lock(&n);
  CHECKED(&m);
  return 0;
}
