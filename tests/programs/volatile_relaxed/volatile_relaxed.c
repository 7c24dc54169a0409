#include <assert.h>
#include <pthread.h>

volatile int data, flag;

void *send(void *unused) {
  data = 42;
  flag = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, send, 0);
  int seen = flag;
  int got = data;
  pthread_join(t, 0);
  assert(!seen || got == 42);
  return 0;
}
