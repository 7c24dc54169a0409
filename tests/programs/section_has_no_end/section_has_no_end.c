#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int progress;

void *worker(void *unused) {
  __VERIFIER_atomic_begin();
  progress = 1;
  __VERIFIER_assume(0);
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  heddle_assert(progress == 0);
  pthread_join(t, 0);
}
