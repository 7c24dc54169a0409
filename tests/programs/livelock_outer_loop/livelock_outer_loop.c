#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;

void *waiter(void *unused) {
  do {
    while (!atomic_load(&x));
  } while (atomic_load(&y) != 1);
  return unused;
}

void *changer(void *unused) {
  atomic_store(&y, 1);
  atomic_store(&x, 1);
  atomic_store(&y, 2);
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, waiter, 0);
  pthread_create(&t[1], 0, changer, 0);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
}
