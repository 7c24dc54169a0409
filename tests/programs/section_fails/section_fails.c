#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int progress;

void *worker(void *unused) {
  __VERIFIER_atomic_begin();
  progress = 1;
  heddle_assert(progress != 1);
  progress = 2;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  heddle_assert(progress != 1);
  pthread_join(t, 0);
}
