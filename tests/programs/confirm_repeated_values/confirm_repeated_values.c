#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *toggle(void *unused) {
  int seen;
  do {
    seen = atomic_load(&x);
  } while (!atomic_compare_exchange_strong(&x, &seen, 1 - seen));
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], 0, toggle, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
