// A section that is not on the slice, before an assertion that fails.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *t1(void *a) {
  int r = 0;
  r = x;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  assert(r == 2);
  return 0;
}
int main() {
  pthread_t a;
  pthread_create(&a, 0, t1, 0);
  return 0;
}
