// Two assertions at the end, and each of them fails in some execution.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, w, y, z;
static void* write(void* unused) {
  atomic_store(&x, 1);
  atomic_store(&w, 1);
  return unused;
}
static void* copy(void* unused) {
  atomic_store(&y, atomic_load(&x));
  atomic_store(&z, atomic_load(&w));
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, write, 0);
  pthread_create(&b, 0, copy, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_load(&y) == 0);
  assert(atomic_load(&z) == 0);
}
