#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *replace(void *unused) {
  int seen;
  do {
    seen = atomic_load(&x);
  } while (!atomic_compare_exchange_strong(&x, &seen, 2 * seen + 10));
  return unused;
}

static void *add(void *unused) {
  atomic_fetch_add(&x, 1);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, replace, 0);
  pthread_create(&threads[1], 0, add, 0);
  pthread_create(&threads[2], 0, replace, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
