#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

union {
  atomic_uint word;
  atomic_uchar locked;
} lock;
int count;

void *adder(void *unused) {
  unsigned expected = 0;
  while (!atomic_compare_exchange_strong_explicit(&lock.word, &expected, 1, memory_order_acquire, memory_order_relaxed))
    expected = 0;
  ++count;
  atomic_store_explicit(&lock.locked, 0, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, adder, 0);
  pthread_create(&b, 0, adder, 0);
  pthread_create(&c, 0, adder, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  assert(count == 3);
}
