// Two threads add and take back for ever, and nobody looks.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *add(void *unused) {
  (void)unused;
  while (1) {
    atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
    atomic_fetch_sub_explicit(&x, 1, memory_order_relaxed);
  }
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, add, 0);
  pthread_create(&other, 0, add, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
