#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kBias = 0x100000 };
atomic_int word = kBias;
int data = 0;

void *read_and_write(void *unused) {
  for (;;) {
    while (atomic_load_explicit(&word, memory_order_relaxed) <= 0)
      ;
    if (atomic_fetch_sub_explicit(&word, 1, memory_order_acquire) > 0) break;
    atomic_fetch_add_explicit(&word, 1, memory_order_relaxed);
  }
  assert(data >= 0);
  atomic_fetch_add_explicit(&word, 1, memory_order_release);

  while (atomic_fetch_sub_explicit(&word, kBias, memory_order_acquire) != kBias)
    atomic_fetch_add_explicit(&word, kBias, memory_order_relaxed);
  ++data;
  atomic_fetch_add_explicit(&word, kBias, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, read_and_write, 0);
  pthread_create(&b, 0, read_and_write, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(data == 2);
}
