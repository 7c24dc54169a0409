#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

void *add(void *counter) {
  atomic_fetch_add((atomic_int *)counter, 1);
  return 0;
}

void once(void) {
  atomic_int *counter = malloc(sizeof *counter);
  atomic_init(counter, 3);
  pthread_t t;
  pthread_create(&t, 0, add, counter);
  int seen = atomic_load(counter);
  assert(seen == 3 || seen == 4);
  pthread_join(t, 0);
  assert(*counter == 4);
  free(counter);
}

int main(void) {
  once();
  once();
}
