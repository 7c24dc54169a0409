#include <assert.h>
#include <pthread.h>

struct {
  unsigned a : 3;
  unsigned : 0;
  unsigned b : 5;
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
  assert(shared.a == 1 && shared.b == 2);
}
