// Load and store instead of one fetch_add: an update can be lost.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

atomic_int counter;

void *add(void *arg) {
  int seen = atomic_load(&counter);
  atomic_store(&counter, seen + 1);
  printf("added %s\n", (const char *)arg);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, "first");
  pthread_create(&b, NULL, add, "second");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(atomic_load(&counter) == 2);
  return 0;
}
