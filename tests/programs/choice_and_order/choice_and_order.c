#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint x;

void *store(void *unused) {
  atomic_store(&x, heddle_choose(3));
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, store, 0);
  atomic_store(&x, 9);
  pthread_join(t, 0);
}
