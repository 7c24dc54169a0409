// A statistic that somebody acts on: it is none.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int flag;
static int spins;

static void* waiter(void* unused) {
  int n = 0;
  while (!atomic_load(&flag)) n++;
  spins = n;
  printf("%d\n", n);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  atomic_store(&flag, 1);
  pthread_join(thread, 0);
  assert(spins < 2);
  return 0;
}
