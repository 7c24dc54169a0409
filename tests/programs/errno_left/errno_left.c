#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
void *t(void *u) { atomic_store(&flag, 1); return 0; }
int main(void) {
  pthread_t a;
  int e;
  pthread_create(&a, 0, t, 0);
  for (;;) {
    e = errno;
    errno = 1;
    if (atomic_load(&flag)) break;
  }
  assert(e == 0);
  pthread_join(a, 0);
}
