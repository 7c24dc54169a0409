#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int word = 0;

void *add_two(void *unused) {
  atomic_fetch_add_explicit(&word, 2, memory_order_relaxed);
  return unused;
}

void *wait_for_fifty(void *unused) {
  while (atomic_fetch_add_explicit(&word, 1, memory_order_relaxed) != 50)
    atomic_fetch_sub_explicit(&word, 1, memory_order_relaxed);
  return unused;
}

void *wait_for_three(void *unused) {
  while (atomic_fetch_add_explicit(&word, 8, memory_order_relaxed) != 3)
    atomic_fetch_sub_explicit(&word, 8, memory_order_relaxed);
  assert(0);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, add_two, 0);
  pthread_create(&threads[1], 0, wait_for_fifty, 0);
  pthread_create(&threads[2], 0, wait_for_three, 0);
  atomic_fetch_sub_explicit(&word, 2, memory_order_relaxed);
}
