#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int data, flag;

void *send(void *unused) {
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return unused;
}

void *receive(void *unused) {
  if (atomic_load_explicit(&flag, memory_order_acquire))
    assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);
  return unused;
}

int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, send, 0);
  pthread_create(&u, 0, receive, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
}
