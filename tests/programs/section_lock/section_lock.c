#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int taken, inside;

void *worker(void *unused) {
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(taken == 0);
  taken = 1;
  __VERIFIER_atomic_end();
  heddle_assert(++inside == 1);
  --inside;
  taken = 0;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  worker(0);
  pthread_join(t, 0);
}
