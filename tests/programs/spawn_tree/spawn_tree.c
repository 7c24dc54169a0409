#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *leaf(void *value) {
  atomic_store(&x, *(int *)value);
  return 0;
}

void *inner(void *unused) {
  int values[2] = {1, 2};
  pthread_t a, b;
  pthread_create(&a, 0, leaf, &values[0]);
  pthread_create(&b, 0, leaf, &values[1]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x == 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, inner, 0);
  pthread_join(t, 0);
}
