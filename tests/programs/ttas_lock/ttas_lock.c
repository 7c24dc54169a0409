#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int taken;
int counter;

void *add(void *unused) {
  do {
    while (atomic_load_explicit(&taken, memory_order_relaxed))
      ;
  } while (atomic_exchange_explicit(&taken, 1, memory_order_acquire));
  ++counter;
  atomic_store_explicit(&taken, 0, memory_order_release);
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
