#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b, c, d;

void *writeX(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_release);
  return unused;
}

void *writeY(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_release);
  return unused;
}

void *readXY(void *unused) {
  a = atomic_load_explicit(&x, memory_order_acquire);
  b = atomic_load_explicit(&y, memory_order_acquire);
  return unused;
}

void *readYX(void *unused) {
  c = atomic_load_explicit(&y, memory_order_acquire);
  d = atomic_load_explicit(&x, memory_order_acquire);
  return unused;
}

int main(void) {
  pthread_t t[4];
  void *(*bodies[])(void *) = {writeX, writeY, readXY, readYX};
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, bodies[i], 0);
  for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
  assert(!(a && !b && c && !d));
}
