#include <pthread.h>

struct {
  unsigned a : 3, b : 5;
} shared;

void *other(void *unused) {
  shared.a = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  shared.b = 2;
  pthread_join(t, 0);
}
