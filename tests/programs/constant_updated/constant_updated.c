// An update of a constant, in an iteration that would be left out.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stage;
static const atomic_int c = 1;

static void *waiter(void *unused) {
  while (atomic_load(&stage) != 2) atomic_fetch_add((atomic_int *)&c, 0);
  return 0;
}

static void *setter(void *unused) {
  atomic_store(&stage, 2);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, setter, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
