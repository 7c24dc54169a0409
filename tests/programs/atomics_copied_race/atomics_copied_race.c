#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct {
  int plain[4];
  atomic_int last;
} shared, copy;

void *store(void *unused) {
  atomic_store(&shared.last, 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, store, 0);
  memcpy(&copy, &shared, sizeof copy);
  pthread_join(t, 0);
}
