#include <pthread.h>

static int __attribute__((noinline)) depth(int n) {
  volatile int here = n;
  return depth(n + 1) + here;
}

void *dive(void *unused) {
  return depth(0) ? unused : 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, dive, 0);
  pthread_join(t, 0);
}
