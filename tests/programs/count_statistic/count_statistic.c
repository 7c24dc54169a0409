// Statistics of waits that are printed and nothing else: a count that is stored, and ones that the loop itself keeps.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int flag;
static atomic_long looks;
static struct {
  int spins, checked;
} statistics;
static int last;

static void* waiter(void* unused) {
  int n = 0;
  while (!atomic_load(&flag)) {
    ++n;
    ++statistics.spins;
    atomic_fetch_add(&looks, 1);
  }
  last = n;
  statistics.checked = 7;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  atomic_store(&flag, 1);
  pthread_join(thread, 0);
  assert(statistics.checked == 7);
  printf("%d %ld %d\n", statistics.spins, atomic_load(&looks), last);
  return 0;
}
