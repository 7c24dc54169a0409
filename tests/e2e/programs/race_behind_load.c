// Told in the order of the graph, the load would come behind the exchange and be
// stale; without weak memory it comes first, and then the store races with the read.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int taken;
static int data, seen;

static void *takes(void *arg) {
  atomic_exchange(&taken, 1);
  data = 1;
  return arg;
}

static void *looks(void *arg) {
  if (atomic_load(&taken) == 0) seen = data;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, takes, NULL);
  pthread_create(&b, NULL, looks, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
