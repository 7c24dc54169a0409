// ttaslock(N): N threads take a test-and-test-and-set lock once each (Awaiting
// for Godot, Table I; the lock is that of Rudolph and Segall, ISCA 1984).
//
// The loop only waits. With awaits (N!)^2 executions remain: N! orders of the
// sections, and the load of the thread that comes k-th finds the lock free in
// one of k places.
#include "section.h"

static atomic_int taken;

static void acquire(void) {
  while (atomic_load_explicit(&taken, RELAXED) || atomic_exchange_explicit(&taken, 1, ACQUIRE))
    ;
}

static void release(void) { atomic_store_explicit(&taken, 0, RELEASE); }

static void *enter(void *number) {
  acquire();
  inSection(numberOf(number));
  release();
  return 0;
}

int main(void) {
  runThreads(N, enter);
  return 0;
}
