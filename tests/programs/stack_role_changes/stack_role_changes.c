#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

void *update(void *cell) {
  atomic_fetch_add((atomic_int *)cell, 1);
  return 0;
}

void *fill(void *cell) {
  for (int i = 0; i < 4; ++i) ((int *)cell)[i] = i;
  return 0;
}

static void __attribute__((noinline)) first(void) {
  atomic_int cells[4] = {0};
  pthread_t t;
  pthread_create(&t, 0, update, &cells[1]);
  int seen = atomic_load(&cells[1]);
  assert(seen == 0 || seen == 1);
  pthread_join(t, 0);
}

static void __attribute__((noinline)) second(void) {
  int cells[4] = {0};
  pthread_t t;
  pthread_create(&t, 0, fill, cells);
  pthread_join(t, 0);
  assert(cells[1] == 1);
}

int main(void) {
  first();
  second();
}
