// An atomic load reads what the iteration before has stored plainly, and an assume needs that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include <heddle/heddle.h>

static atomic_int stage, x, w, bad;

static void *looper(void *unused) {
  do {
    if (atomic_load(&stage) == 1) {
      heddle_assume(atomic_load(&w) == 5);  // holds if there was a round before
      atomic_store(&bad, 1);
    }
    *(int *)&w = 5;  // nobody else accesses it
  } while (!atomic_load(&x));
  return 0;
}

static void *stages(void *unused) {
  atomic_store(&stage, 1);
  atomic_store(&x, 1);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, looper, 0);
  pthread_create(&b, 0, stages, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!atomic_load(&bad));
  return 0;
}
