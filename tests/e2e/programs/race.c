// Two plain writes that nothing orders.
#include <pthread.h>

int shared;

void *set(void *arg) {
  (void)arg;
  shared = 1;
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  shared = 2;
  pthread_join(t, 0);
  return 0;
}
