#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *child(void *unused) {
  atomic_store(&x, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, child, 0);
  __VERIFIER_atomic_begin();
  pthread_join(t, 0);
  __VERIFIER_atomic_end();
}
