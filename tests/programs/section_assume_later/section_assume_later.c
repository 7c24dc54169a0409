#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready, progress;

void *worker(void *unused) {
  __VERIFIER_atomic_begin();
  progress = 1;
  __VERIFIER_assume(ready == 1);
  progress = 2;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  ready = 1;
  int seen = progress;
  pthread_join(t, 0);
  heddle_assert(seen != 1);
}
