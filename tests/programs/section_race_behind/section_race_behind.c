#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

int x;
atomic_int a, b;

void *writer(void *unused) {
  x = 1;
  __VERIFIER_atomic_begin();
  atomic_store(&a, 1);
  __VERIFIER_atomic_end();
  return unused;
}

void *reader(void *unused) {
  __VERIFIER_atomic_begin();
  atomic_store(&b, 1);
  __VERIFIER_atomic_end();
  int seen = x;
  return seen ? unused : 0;
}

int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, writer, 0);
  pthread_create(&t, 0, reader, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
