// fig7: one thread writes 0, another writes 1 and expects to find it (Kusano and
// Wang, ASE 2014, Fig. 7). The assertion can fail.
//
// Three traces: the write of 0 comes before the write of 1, between it and the
// read, or after both. All three accesses are of the word that the assertion
// looks at, so there is nothing to leave out.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a;

static void *first(void *unused) {
  atomic_store(&a, 0);
  return unused;
}

static void *second(void *unused) {
  atomic_store(&a, 1);
  if (atomic_load(&a) != 1) assert(0);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
