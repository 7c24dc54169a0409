#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct {
  atomic_int references;
} Shared;

void *drop(void *argument) {
  Shared *shared = argument;
  if (atomic_fetch_sub(&shared->references, 1) == 1) {
    free(shared);
    atomic_store(&shared->references, 0);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  Shared *shared = malloc(sizeof *shared);
  atomic_init(&shared->references, 2);
  pthread_create(&a, 0, drop, shared);
  pthread_create(&b, 0, drop, shared);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
