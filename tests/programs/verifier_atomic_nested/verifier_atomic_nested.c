#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

static void add(void) {
  __VERIFIER_atomic_begin();
  int seen = atomic_load(&x);
  atomic_store(&x, seen + 1);
  __VERIFIER_atomic_end();
}

void *twice(void *unused) {
  __VERIFIER_atomic_begin();
  int before = atomic_load(&x);
  add();
  add();
  assert(atomic_load(&x) == before + 2);
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, twice, 0);
  twice(0);
  pthread_join(t, 0);
  assert(x == 4);
}
