#include <pthread.h>

volatile int stage;

void *waiter(void *unused) {
  while (stage == 1) {
  }
  return unused;
}

int main(void) {
  pthread_t t;
  stage = 1;
  pthread_create(&t, 0, waiter, 0);
  pthread_join(t, 0);
}
