#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int data;

static void *waits(void *unused) {
  __VERIFIER_atomic_begin();
  while (!atomic_load_explicit(&flag, memory_order_relaxed)) {
  }
  __VERIFIER_atomic_end();
  data = 2;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waits, 0);
  data = 1;
  __VERIFIER_atomic_begin();
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  __VERIFIER_atomic_end();
  pthread_join(thread, 0);
}
