#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void *add(void *counter) {
  atomic_fetch_add((atomic_int *)counter, 1);
  return 0;
}

static int countFrom(int start) {
  atomic_int counter = start;
  pthread_t t;
  pthread_create(&t, 0, add, &counter);
  atomic_fetch_add(&counter, 1);
  pthread_join(t, 0);
  return atomic_load(&counter);
}

int main(void) {
  assert(countFrom(0) == 2);
  assert(countFrom(5) == 7);
}
