#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int bad;

void *watch(void *unused) {
  if (atomic_load(&bad)) abort();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, watch, 0);
  atomic_store(&bad, 1);
  pthread_join(t, 0);
}
