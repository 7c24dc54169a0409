#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

typedef struct {
  atomic_int first;
  int plain;
  atomic_long second;
} Shared;

Shared shared = {1, 2, 3}, copy;

void *addFirst(void *unused) {
  atomic_fetch_add(&shared.first, 10);
  return unused;
}

void *addSecond(void *unused) {
  atomic_fetch_add(&shared.second, 10);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, addFirst, 0);
  pthread_create(&b, 0, addSecond, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  memcpy(&copy, &shared, sizeof copy);
  assert(copy.first == 11 && copy.plain == 2 && copy.second == 13);
  assert(memcmp(&copy, &shared, sizeof copy) == 0);
}
