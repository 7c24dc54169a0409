// The same with a store before the next iteration: it can be seen although nothing is found.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kWords = 2 };
static atomic_int words[kWords], looked;

static void *look(void *unused) {
  int found = 0;
  for (int i = 0; i < kWords; ++i) {
    found = atomic_load_explicit(&words[i], memory_order_acquire);
    atomic_store_explicit(&looked, i + 1, memory_order_relaxed);
    if (found) break;
  }
  heddle_assume(found);
  return unused;
}

int main(void) {
  pthread_t looks;
  pthread_create(&looks, 0, look, 0);
  assert(atomic_load_explicit(&looked, memory_order_relaxed) != kWords);
  pthread_join(looks, 0);
  return 0;
}
