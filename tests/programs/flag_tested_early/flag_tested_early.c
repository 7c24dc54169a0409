// The loop tests a flag at its top, and what it has loaded is used behind it.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int head;
static int taken[2];

static void *take(void *unused) {
  (void)unused;
  bool done = false;
  int first;
  while (!done) {
    first = atomic_load_explicit(&head, memory_order_acquire);
    if (first == atomic_load_explicit(&head, memory_order_acquire))
      done = atomic_compare_exchange_strong_explicit(&head, &first, first + 1, memory_order_acq_rel,
                                                     memory_order_acquire);
  }
  taken[first] = 1;
  return 0;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, take, 0);
  pthread_create(&other, 0, take, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
