#include <heddle/heddle.h>
#include <pthread.h>

int x, y, both;

void *setter(void *unused) {
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_atomic_end();
  return unused;
}

void *follower(void *unused) {
  __VERIFIER_atomic_begin();
  if (x) y = 1;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, setter, 0);
  pthread_create(&t, 0, follower, 0);
  __VERIFIER_atomic_begin();
  both = y;
  __VERIFIER_atomic_end();
  heddle_assert(!both);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
