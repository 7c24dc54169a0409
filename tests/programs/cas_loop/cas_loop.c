#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

void *add(void *unused) {
  int seen;
  do seen = atomic_load(&counter);
  while (!atomic_compare_exchange_weak(&counter, &seen, seen + 1));
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2);
}
