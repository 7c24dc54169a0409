#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sched.h>

atomic_int flag;
int data;

void *waiter(void *unused) {
  while (!atomic_load_explicit(&flag, memory_order_acquire)) sched_yield();
  assert(data == 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  data = 1;
  atomic_store_explicit(&flag, 1, memory_order_release);
  pthread_join(t, 0);
}
