#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *background(void *unused) {
  atomic_store(&x, 1);
  assert(atomic_load(&x) == 2);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, background, 0);
  pthread_detach(t);
  pthread_exit(0);
}
