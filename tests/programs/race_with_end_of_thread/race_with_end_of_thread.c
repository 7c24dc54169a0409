// A thread-local variable is read in an iteration without effect, and ends with its thread.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stage, go;
static _Thread_local int mine;
static _Atomic(int *) p;

static void *reader(void *unused) {
  for (;;) {
    int s = atomic_load_explicit(&stage, memory_order_acquire);
    if (s == 2) break;
    if (s == 1) {
      int *q = atomic_load_explicit(&p, memory_order_acquire);
      if (*q == 9) break;
    }
  }
  atomic_store_explicit(&go, 1, memory_order_relaxed);
  return 0;
}

static void *owner(void *unused) {
  mine = 3;
  atomic_store_explicit(&p, &mine, memory_order_release);
  atomic_store_explicit(&stage, 1, memory_order_release);
  atomic_store_explicit(&stage, 2, memory_order_release);
  while (!atomic_load_explicit(&go, memory_order_relaxed)) {
  }
  return 0;  // the end of `mine`
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, owner, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
