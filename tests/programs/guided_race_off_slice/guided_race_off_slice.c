// A data race that no assertion depends on stops a thread before its assertion.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;
static int plain;
static void* first(void* unused) {
  plain = 1;
  atomic_store(&x, 1);
  return unused;
}
static void* second(void* unused) {
  if (atomic_load(&x) == 0) plain = 2;
  assert(atomic_load(&x) == 0);
  return unused;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
