// fig9: two threads write one word twice each, and main looks at it when both
// are done (Kusano and Wang, ASE 2014, Fig. 9).
//
// Six traces, the orders of the four writes. But nobody reads in between, so
// that main can tell only whose last write is the last of all: 2.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a;

static void *first(void *unused) {
  atomic_store(&a, 7);
  atomic_store(&a, 6);
  return unused;
}

static void *second(void *unused) {
  atomic_store(&a, 0);
  atomic_store(&a, 1);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  assert(atomic_load(&a) != 7);
  return 0;
}
