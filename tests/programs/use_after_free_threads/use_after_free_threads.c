#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int freed;
int *block, seen;

void *user(void *unused) {
  if (atomic_load(&freed)) seen = *block;
  return unused;
}

int main(void) {
  pthread_t t;
  block = calloc(1, sizeof *block);
  pthread_create(&t, 0, user, 0);
  free(block);
  atomic_store(&freed, 1);
  pthread_join(t, 0);
}
