// Two threads in loops that nothing leads out of. In the middle of the other's round one of them lets a third thread go on.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int toggled, seen, own;

static void *look(void *unused) {
  (void)unused;
  for (;;) {
    atomic_fetch_add(&own, 1);
    if (atomic_load(&toggled) == 1) atomic_store(&seen, 1);
    atomic_fetch_sub(&own, 1);
  }
}

static void *toggle(void *unused) {
  (void)unused;
  for (;;) {
    atomic_fetch_add(&toggled, 1);
    atomic_fetch_sub(&toggled, 1);
  }
}

static void *wait(void *unused) {
  (void)unused;
  while (atomic_load(&seen) == 0) {
  }
  assert(0);
  return 0;
}

int main(void) {
  pthread_t one, two, three;
  pthread_create(&one, 0, look, 0);
  pthread_create(&two, 0, toggle, 0);
  pthread_create(&three, 0, wait, 0);
  pthread_join(three, 0);
  return 0;
}
