// Two threads add to each other's number, COUNT times: loads and stores only.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x = 1, y = 1;

static void *addToX(void *unused) {
  (void)unused;
  for (int i = 0; i < COUNT; i++) atomic_store(&x, atomic_load(&x) + atomic_load(&y));
  return 0;
}

static void *addToY(void *unused) {
  (void)unused;
  for (int i = 0; i < COUNT; i++) atomic_store(&y, atomic_load(&y) + atomic_load(&x));
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, addToX, 0);
  pthread_create(&b, 0, addToY, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
