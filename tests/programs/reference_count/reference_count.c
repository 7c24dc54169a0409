#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct {
  atomic_int references;
  int data[2];
} Shared;

void drop(Shared *shared, int me) {
  shared->data[me] = 1;
  if (atomic_fetch_sub_explicit(&shared->references, 1, memory_order_acq_rel) == 1) free(shared);
}

void *other(void *shared) {
  drop(shared, 1);
  return 0;
}

int main(void) {
  pthread_t t;
  Shared *shared = malloc(sizeof *shared);
  atomic_init(&shared->references, 2);
  pthread_create(&t, 0, other, shared);
  drop(shared, 0);
  pthread_join(t, 0);
}
