// A statistic that is read while the loop still counts, but only by whoever knows, without synchronising, that it is
// over.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int flag, over;
static int spins;

static void* waiter(void* unused) {
  while (!atomic_load_explicit(&flag, memory_order_relaxed)) spins++;
  atomic_store_explicit(&over, 1, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  if (atomic_load_explicit(&over, memory_order_relaxed)) printf("%d\n", spins);
  pthread_join(thread, 0);
  return 0;
}
