#include <pthread.h>

volatile int flag;

void *raise(void *unused) {
  flag = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, raise, 0);
  int seen = flag;
  pthread_join(t, 0);
  return seen;
}
