// Whether an iteration that stores to `w` has an effect depends on what others have stored there.
#include <assert.h>
#include <pthread.h>

int w, lock;

void *first(void *unused) {
  while (__atomic_fetch_or(&lock, 1, __ATOMIC_SEQ_CST)) {
  }
  assert(lock == 1);
  w = 1;
  return unused;
}

void *second(void *unused) {
  while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) {
    __atomic_store_n(&w, 0, __ATOMIC_RELAXED);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
