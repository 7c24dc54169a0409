// An atomic access that is not aligned, in an iteration that would be left out.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stage;
static atomic_int words[2];

static void *waiter(void *unused) {
  for (;;) {
    if (atomic_load_explicit(&stage, memory_order_relaxed) == 2) break;
    (void)atomic_load((atomic_int *)((char *)words + 2));
  }
  return 0;
}

static void *setter(void *unused) {
  atomic_store_explicit(&stage, 2, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, setter, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
