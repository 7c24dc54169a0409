// As race_behind_round, but what decides on the loop is read back from a
// struct on the stack, which the atomic load has filled.
#include <pthread.h>
#include <stdatomic.h>

typedef struct {
  int other, ready;
} State;

static _Atomic State state;
static atomic_int done;
static int data;

static void *waits(void *arg) {
  for (;;) {
    State seen = atomic_load_explicit(&state, memory_order_relaxed);
    if (seen.ready) break;
    (void)*(volatile int *)&data;
  }
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waits, NULL);
  atomic_store_explicit(&state, ((State){0, 1}), memory_order_relaxed);
  if (atomic_load_explicit(&done, memory_order_relaxed)) data = 1;
  pthread_join(t, NULL);
}
