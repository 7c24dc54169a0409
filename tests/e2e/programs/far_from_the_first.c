// The assertion fails if `early` comes before all that the others do. A search that goes depth first tries that last.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *writer(void *unused) {
  assert(atomic_load(&y) == 0);
  for (int i = 0; i < 20; ++i) atomic_store(&x, i);
  return 0;
}

static void *reader(void *unused) {
  for (int i = 0; i < 20; ++i) (void)atomic_load(&x);
  return 0;
}

static void *early(void *unused) {
  atomic_store(&y, 1);
  return 0;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, writer, 0);
  pthread_create(&t[1], 0, reader, 0);
  pthread_create(&t[2], 0, early, 0);
  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
}
