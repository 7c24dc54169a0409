#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b, c, d;

void *writeX(void *unused) {
  atomic_store(&x, 1);
  return unused;
}

void *writeY(void *unused) {
  atomic_store(&y, 1);
  return unused;
}

void *readXY(void *unused) {
  a = atomic_load(&x);
  b = atomic_load(&y);
  return unused;
}

void *readYX(void *unused) {
  c = atomic_load(&y);
  d = atomic_load(&x);
  return unused;
}

int main(void) {
  void *(*code[])(void *) = {writeX, writeY, readXY, readYX};
  pthread_t t[4];
  for (int i = 0; i < 4; ++i) pthread_create(&t[i], 0, code[i], 0);
  for (int i = 0; i < 4; ++i) pthread_join(t[i], 0);
  assert(!(a == 1 && b == 0 && c == 1 && d == 0));
}
