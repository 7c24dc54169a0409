#include <pthread.h>

volatile int zero;

void *loop(void *unused) {
  while (zero == 0)
    ;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, loop, 0);
  pthread_join(t, 0);
}
