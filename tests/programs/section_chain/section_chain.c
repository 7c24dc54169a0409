#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int words[4];

void *both(void *argument) {
  long first = (long)argument;
  __VERIFIER_atomic_begin();
  int sum = atomic_load(&words[first]) + atomic_load(&words[first + 1]);
  atomic_store(&words[first], sum + 1);
  atomic_store(&words[first + 1], sum + 1);
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t t[3];
  for (long i = 0; i < 3; ++i) pthread_create(&t[i], 0, both, (void *)i);
  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
}
