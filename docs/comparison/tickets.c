#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int left = 1;  // one ticket

static void *sell(void *unused) {
  if (atomic_load(&left) > 0)
    atomic_fetch_sub(&left, 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sell, NULL);
  pthread_create(&b, NULL, sell, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(left >= 0);
}
