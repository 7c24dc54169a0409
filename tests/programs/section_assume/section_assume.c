#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

atomic_int progress;

void __VERIFIER_atomic_check(void) {
  __VERIFIER_assume(progress == 1);
  reach_error();
}

void *checker(void *unused) {
  __VERIFIER_atomic_check();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, checker, 0);
  progress = 1;
  progress = 2;
  pthread_join(t, 0);
}
