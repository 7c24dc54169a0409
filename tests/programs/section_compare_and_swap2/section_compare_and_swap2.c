#include <heddle/heddle.h>
#include <pthread.h>

int low, high;

void *move(void *argument) {
  int step = (int)(long)argument;
  __VERIFIER_atomic_begin();
  if (low == high) {
    low += step;
    high += step;
  }
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; ++i) pthread_create(&t[i], 0, move, (void *)(i + 1));
  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
  heddle_assert(low == 6 && high == 6);
}
