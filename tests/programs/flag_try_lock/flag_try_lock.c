#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_flag busy = ATOMIC_FLAG_INIT;
int counter;

void *add(void *unused) {
  if (!atomic_flag_test_and_set_explicit(&busy, memory_order_acquire)) {
    ++counter;
    atomic_flag_clear_explicit(&busy, memory_order_release);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 1 || counter == 2);
}
