#include <pthread.h>

void __VERIFIER_assume(int);
static int counter, lock;

void __VERIFIER_atomic_acquire(void) {
  __VERIFIER_assume(lock == 0);
  lock = 1;
}
void __VERIFIER_atomic_release(void) { lock = 0; }

static void *user(void *unused) {
  __VERIFIER_atomic_acquire();
  counter++;
  __VERIFIER_atomic_release();
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, user, 0);
  pthread_create(&second, 0, user, 0);
  pthread_join(first, 0);
  pthread_join(second, 0);
}
