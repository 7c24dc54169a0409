#include <pthread.h>

volatile int stop;

void *waiter(void *unused) {
  while (stop != 1) {
  }
  return unused;
}

int main(void) {
  pthread_t t;
  stop = 2;
  pthread_create(&t, 0, waiter, 0);
  pthread_join(t, 0);
}
