// The load before the loop is made whether or not the loop is entered: by way of a computed goto there is no block in between.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int way;
static atomic_int *word;

static void *change(void *unused) {
  (void)unused;
  static void *const ways[] = {&&end, &&loop};
  void *there = ways[atomic_load_explicit(&way, memory_order_relaxed)];
  atomic_int *x = word;
  int seen = atomic_load_explicit(x, memory_order_acquire);
  goto *there;
loop:
  if (!atomic_compare_exchange_strong_explicit(x, &seen, seen + 8, memory_order_acquire, memory_order_acquire)) goto loop;
end:
  return 0;
}

static void *release(void *unused) {
  (void)unused;
  free(word);
  return 0;
}

int main(void) {
  word = calloc(1, sizeof *word);
  pthread_t one, other;
  pthread_create(&one, 0, change, 0);
  pthread_create(&other, 0, release, 0);
  pthread_join(one, 0);
  pthread_join(other, 0);
  return 0;
}
