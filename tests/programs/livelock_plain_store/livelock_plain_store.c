#include <pthread.h>

int tries;

void *waiter(void *unused) {
  for (;;) tries = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  pthread_join(t, 0);
}
