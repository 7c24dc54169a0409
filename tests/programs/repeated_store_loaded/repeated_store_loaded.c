// An atomic load reads what the iteration before has stored plainly to the same word.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int flag;
int n;  /* only t1 touches it: no race */
void *t1(void *arg) {
  int a;
  for (;;) {
    a = __atomic_load_n(&n, __ATOMIC_RELAXED);
    n = 1;
    if (atomic_load(&flag)) break;
  }
  assert(a == 0); /* fails if there were two rounds */
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, t1, 0);
  atomic_store(&flag, 1);
  pthread_join(t, 0);
}
