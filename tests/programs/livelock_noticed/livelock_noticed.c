// One thread takes and puts back, the other waits for what never comes: each sees that the other one is at it.
#include <pthread.h>
#include <stdatomic.h>

atomic_int x = 1;

void *takes(void *unused) {
  while (atomic_fetch_add(&x, 1) != 0) atomic_fetch_sub(&x, 1);
  return unused;
}

void *waits(void *unused) {
  atomic_fetch_add(&x, 1);
  int expected;
  do expected = 0;
  while (!atomic_compare_exchange_strong(&x, &expected, 1));
  return unused;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], 0, takes, 0);
  pthread_create(&t[1], 0, waits, 0);
  for (int i = 0; i < 2; ++i) pthread_join(t[i], 0);
}
