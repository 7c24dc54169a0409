// Exchanges that leave something else there when they find nothing: others can see it although the thread stops.
#include <assert.h>
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kWords = 2, kTaken = 7 };
static atomic_int words[kWords];

static void *take(void *unused) {
  int found = 0;
  for (int i = 0; i < kWords; ++i) {
    if (atomic_exchange_explicit(&words[i], kTaken, memory_order_acq_rel) == 0) continue;
    found = 1;
    break;
  }
  heddle_assume(found);
  return unused;
}

int main(void) {
  pthread_t takes;
  pthread_create(&takes, 0, take, 0);
  assert(atomic_load_explicit(&words[kWords - 1], memory_order_relaxed) != kTaken);
  pthread_join(takes, 0);
  return 0;
}
