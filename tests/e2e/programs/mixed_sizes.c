// A byte of a word, and the whole word, both accessed atomically.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic unsigned word;

static void *setter(void *unused) {
  // The lowest byte of it, or the highest.
  __atomic_store_n((char *)&word, 1, __ATOMIC_RELEASE);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, setter, 0);
  int seen = atomic_load(&word) != 0;
#ifdef FAILS
  assert(!seen);
#endif
  (void)seen;
  pthread_join(t, 0);
}
