#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int x, y;
int n;

void first(void) { n = 1; }
void second(void) { assert(n == 0); }

void *one(void *unused) {
  atomic_store(&x, 1);
  atexit(first);
  return unused;
}

void *two(void *unused) {
  atomic_store(&y, 1);
  atexit(second);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
