#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

void *chooser(void *unused) {
  __VERIFIER_atomic_begin();
  atomic_store(&x, 1);
  unsigned value = heddle_choose(2);
  atomic_store(&y, (int)value + 1);
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, chooser, 0);
  __VERIFIER_atomic_begin();
  int first = atomic_load(&x);
  int second = atomic_load(&y);
  __VERIFIER_atomic_end();
  heddle_assert((first == 0) == (second == 0));
  pthread_join(t, 0);
}
