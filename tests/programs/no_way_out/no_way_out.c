// Two threads in loops that nothing leads out of: each takes and gives back, and assumes that it finds what was there.
// In the middle of the other's round that does not hold, which is not the program's way out either.
#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_assume(int condition);

static atomic_int x = 42;

static void *turn(void *unused) {
  (void)unused;
  for (;;) {
    atomic_fetch_sub_explicit(&x, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
    __VERIFIER_assume(atomic_load_explicit(&x, memory_order_relaxed) == 42);
  }
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, 0, turn, 0);
  pthread_create(&other, 0, turn, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
