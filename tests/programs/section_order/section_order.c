#include <heddle/heddle.h>
#include <pthread.h>

int x, seen;

void *writer(void *unused) {
  __VERIFIER_atomic_begin();
  x = 1;
  __VERIFIER_atomic_end();
  return unused;
}

void *reader(void *unused) {
  __VERIFIER_atomic_begin();
  seen = x;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, writer, 0);
  pthread_create(&t, 0, reader, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  heddle_assert(seen == 1);
}
