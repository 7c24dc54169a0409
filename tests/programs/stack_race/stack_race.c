#include <pthread.h>

void *compute(void *out) {
  *(int *)out = 42;
  return 0;
}

int main(void) {
  pthread_t t;
  int result = 0;
  pthread_create(&t, 0, compute, &result);
  int early = result;
  pthread_join(t, 0);
  return early;
}
