// A compare-exchange loop that goes on with what it has found, or with what it loads then: both are as good as
// having begun later.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *change(void *unused) {
  (void)unused;
  int seen = x;
  while (!atomic_compare_exchange_strong(&x, &seen, seen + 10))
    if (y == 0) seen = x;
  return 0;
}

static void *set(void *unused) {
  (void)unused;
  x = 1;
  y = 1;
  return 0;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, change, 0);
  pthread_create(&other, 0, set, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  assert(x == 11 || x == 1);
  return 0;
}
