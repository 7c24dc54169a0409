#include <pthread.h>
#include <stdatomic.h>
#include <heddle/heddle.h>

static atomic_int count;

static void *counts(void *arg) {
  while (atomic_fetch_add(&count, 1) < 5)
    ;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, counts, NULL);
  const int seen = atomic_load(&count);
  heddle_assert(seen > 1);
  heddle_assert(seen > 3);
  heddle_assert(seen > 5);
}
