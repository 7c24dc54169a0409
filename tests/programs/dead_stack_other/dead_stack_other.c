#include <pthread.h>

int *left;

void *leave(void *unused) {
  int local = 1;
  left = &local;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, leave, 0);
  pthread_join(t, 0);
  return *left;
}
