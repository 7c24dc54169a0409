#include <heddle/heddle.h>
#include <pthread.h>

int data, ready;

void *producer(void *unused) {
  data = 42;
  __VERIFIER_atomic_begin();
  ready = 1;
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, producer, 0);
  __VERIFIER_atomic_begin();
  int there = ready;
  __VERIFIER_atomic_end();
  if (there) heddle_assert(data == 42);
  pthread_join(t, 0);
}
