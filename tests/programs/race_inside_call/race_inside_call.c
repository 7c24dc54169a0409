// An iteration without effect calls a function that reads atomically and then plainly.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stage, go;
static int data;

static int done(int depth) {
  int s = atomic_load_explicit(&stage, memory_order_relaxed);
  if (depth > 0) return done(depth - 1);
  if (s == 1) return data == 7;  // races with the write in `late`
  return s == 2;
}

static void *waiter(void *unused) {
  while (!done(1)) {
  }
  atomic_store_explicit(&go, 1, memory_order_relaxed);
  return 0;
}

static void *late(void *unused) {
  while (!atomic_load_explicit(&go, memory_order_relaxed)) {
  }
  data = 5;
  return 0;
}

static void *stages(void *unused) {
  atomic_store_explicit(&stage, 1, memory_order_relaxed);
  atomic_store_explicit(&stage, 2, memory_order_relaxed);
  return 0;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, late, 0);
  pthread_create(&c, 0, stages, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
