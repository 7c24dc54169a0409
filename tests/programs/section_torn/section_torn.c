#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *writer(void *unused) {
  atomic_store(&x, 1);
  atomic_store(&x, 2);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  __VERIFIER_atomic_begin();
  int once = atomic_load(&x);
  int twice = atomic_load(&x);
  __VERIFIER_atomic_end();
  heddle_assert(once == twice);
  pthread_join(t, 0);
}
