// Looks through several words and assumes that something was found. Which load decides is known in the iteration that makes it.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kWords = 2 };
static atomic_int words[kWords];

static void *look(void *unused) {
  int found = 0;
  for (int i = 0; i < kWords; ++i) {
    if (atomic_load_explicit(&words[i], memory_order_acquire) == 0) continue;
    found = 1;
    break;
  }
  heddle_assume(found);
  return unused;
}
static void *set(void *unused) {
  atomic_store_explicit(&words[1], 1, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t looks, sets;
  pthread_create(&looks, 0, look, 0);
  pthread_create(&sets, 0, set, 0);
  pthread_join(looks, 0);
  pthread_join(sets, 0);
  return 0;
}
