#include <assert.h>
#include <pthread.h>

struct {
  char a, b;
  short c;
} shared;

void *other(void *unused) {
  shared.a = 1;
  shared.c = 3;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  shared.b = 2;
  pthread_join(t, 0);
  assert(shared.a == 1 && shared.b == 2 && shared.c == 3);
}
