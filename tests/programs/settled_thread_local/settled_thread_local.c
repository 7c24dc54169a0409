// A thread-local variable of main's that is known to be atomic only after the check has started again.
#include <pthread.h>
#include <stdatomic.h>

union Word {
  volatile long plain;
  _Atomic long word;
};
static _Thread_local union Word local;
static union Word *shared;
static atomic_int a, b;

static void *look(void *unused) {
  (void)unused;
  int seenB = atomic_load_explicit(&b, memory_order_relaxed);
  long found = shared->plain;
  int seenA = atomic_load_explicit(&a, memory_order_relaxed);
  return (void *)(found + seenA + seenB);
}
static void *load(void *unused) {
  (void)unused;
  long found = atomic_load_explicit(&shared->word, memory_order_relaxed);
  atomic_store_explicit(&a, 1, memory_order_relaxed);
  return (void *)found;
}
static void *tell(void *unused) {
  (void)unused;
  atomic_store_explicit(&b, 1, memory_order_relaxed);
  return 0;
}

int main(void) {
  shared = &local;
  pthread_t looks, loads, tells;
  pthread_create(&looks, 0, look, 0);
  pthread_create(&loads, 0, load, 0);
  pthread_create(&tells, 0, tell, 0);
  pthread_join(looks, 0);
  pthread_join(loads, 0);
  pthread_join(tells, 0);
  return 0;
}
