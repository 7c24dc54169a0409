#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
void *set(void *a) {
  atomic_store(&flag, 1);
  return 0;
}
int main(void) {
  pthread_t t;
  int seen;
  int *e = &errno;
  *e = 0;
  pthread_create(&t, 0, set, 0);
  do {
    seen = errno;
    *e = 7;
  } while (!atomic_load(&flag));
  assert(seen != 7);
  pthread_join(t, 0);
  return 0;
}
