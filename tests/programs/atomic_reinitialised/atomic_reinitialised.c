#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct {
  atomic_int count;
  int plain;
} shared;

void *add(void *unused) {
  atomic_fetch_add(&shared.count, 1);
  return unused;
}

void runOne(void) {
  pthread_t t;
  pthread_create(&t, 0, add, 0);
  pthread_join(t, 0);
}

int main(void) {
  runOne();
  assert(shared.count == 1);
  atomic_init(&shared.count, 5);
  runOne();
  assert(shared.count == 6);
  memset(&shared, 0, sizeof shared);
  runOne();
  assert(shared.count == 1 && shared.plain == 0);
}
