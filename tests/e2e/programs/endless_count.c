// Main counts until the other thread stops it, which may be never.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count, stop;

static void *other(void *unused) {
  int seen = atomic_load(&count);
  atomic_store(&stop, 1);
  assert(seen < LIMIT);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  while (!atomic_load(&stop)) atomic_fetch_add(&count, 1);
  pthread_join(t, 0);
}
