// Each iteration repeats a plain store of 16 bytes, the second half of which the next one loads atomically.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static union Both {
  __int128 whole;
  struct {
    long low;
    _Atomic long high;
  } halves;
} *both;
static atomic_int stop;

static void *count(void *unused) {
  (void)unused;
  __int128 *whole = &both->whole;
  long seen;
  do {
    seen = atomic_load_explicit(&both->halves.high, memory_order_relaxed);
    *whole = (__int128)(seen + 1) << 64;
  } while (!atomic_load_explicit(&stop, memory_order_relaxed));
  assert(seen == 0);
  return 0;
}

int main(void) {
  both = calloc(1, sizeof *both);
  pthread_t counts;
  pthread_create(&counts, 0, count, 0);
  atomic_store_explicit(&stop, 1, memory_order_relaxed);
  pthread_join(counts, 0);
  return 0;
}
