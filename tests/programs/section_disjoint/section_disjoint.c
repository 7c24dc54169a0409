#include <heddle/heddle.h>
#include <pthread.h>

int a, b, c, d;

void *left(void *unused) {
  __VERIFIER_atomic_begin();
  a = 1;
  b = a + 1;
  __VERIFIER_atomic_end();
  return unused;
}

void *right(void *unused) {
  __VERIFIER_atomic_begin();
  c = 1;
  d = c + 1;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, left, 0);
  pthread_create(&t, 0, right, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  heddle_assert(a + b + c + d == 6);
}
