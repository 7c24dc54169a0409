// Far more interleavings than any test waits for.
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *work(void *arg) {
  for (int i = 0; i < 20; ++i) atomic_fetch_add(&x, 1);
  return arg;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; ++i) pthread_create(&t[i], 0, work, 0);
  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
  return 0;
}
