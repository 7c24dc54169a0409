#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_key_t first, second;
atomic_int x, y;

void *one(void *unused) {
  atomic_store(&x, 1);
  pthread_key_create(&first, 0);
  return unused;
}

void *two(void *unused) {
  atomic_store(&y, 1);
  pthread_key_create(&second, 0);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(first < second);
}
