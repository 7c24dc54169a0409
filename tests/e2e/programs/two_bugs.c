// Two different assertions can fail, depending on who comes first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int last;

void *one(void *arg) {
  (void)arg;
  atomic_store(&last, 1);
  return 0;
}

void *two(void *arg) {
  (void)arg;
  atomic_store(&last, 2);
  return 0;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, one, 0);
  pthread_create(&u, 0, two, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  int seen = atomic_load(&last);
  assert(seen != 1);
  assert(seen != 2);
  return 0;
}
