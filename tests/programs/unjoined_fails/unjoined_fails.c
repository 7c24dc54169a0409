#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *other(void *unused) {
  atomic_store(&x, 1);
  assert(unused != 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  return 0;
}
