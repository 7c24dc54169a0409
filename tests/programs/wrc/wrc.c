#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b, c;

void *first(void *unused) {
  atomic_store(&x, 1);
  return unused;
}

void *second(void *unused) {
  a = atomic_load(&x);
  atomic_store(&y, 1);
  return unused;
}

void *third(void *unused) {
  b = atomic_load(&y);
  c = atomic_load(&x);
  return unused;
}

int main(void) {
  void *(*code[])(void *) = {first, second, third};
  pthread_t t[3];
  for (int i = 0; i < 3; ++i) pthread_create(&t[i], 0, code[i], 0);
  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
  assert(!(a == 1 && b == 1 && c == 0));
}
