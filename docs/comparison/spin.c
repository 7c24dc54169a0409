#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int ready;

static void *wait(void *unused) {
  while (!atomic_load_explicit(&ready, memory_order_acquire)) {
  }
  assert(data == 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait, NULL);
  data = 1;
  atomic_store_explicit(&ready, 1, memory_order_release);
  pthread_join(thread, NULL);
}
