#include <pthread.h>
#include <stdatomic.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

atomic_int word;

void *writer(void *unused) {
  __VERIFIER_atomic_begin();
  atomic_store_explicit(&word, 1, memory_order_release);
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  int seen;
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  do {
    seen = atomic_load_explicit(&word, memory_order_acquire);
  } while (!atomic_compare_exchange_strong_explicit(&word, &seen, seen, memory_order_acq_rel, memory_order_acquire));
  pthread_join(t, 0);
}
