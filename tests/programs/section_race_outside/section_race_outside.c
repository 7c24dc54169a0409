#include <heddle/heddle.h>
#include <pthread.h>

int x;

void *inside(void *unused) {
  __VERIFIER_atomic_begin();
  ++x;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, inside, 0);
  ++x;
  pthread_join(t, 0);
}
