// mutex-musl(N): N threads lock the mutex of the C library musl once each
// (Awaiting for Godot, Table I).
//
// The word is 0 when free, 1 when locked, 2 when locked and somebody may sleep.
// Sleepers are also counted, so that a release finds out whether to wake.
#include "futex.h"
#include "section.h"

static atomic_int word, waiters;

static int tryLock(void) {
  int expected = 0;
  return atomic_compare_exchange_strong(&word, &expected, 1);
}

static void lock(void) {
  while (!tryLock()) {
    atomic_fetch_add(&waiters, 1);
    int expected = 1;
    atomic_compare_exchange_strong(&word, &expected, 2);
    futexWait(&word, 2);
    atomic_fetch_sub(&waiters, 1);
  }
}

static void unlock(void) {
  const int old = atomic_exchange(&word, 0);
  if (atomic_load(&waiters) > 0 || old != 1) futexWake();
}

static void *enter(void *number) {
  lock();
  inSection(numberOf(number));
  unlock();
  return 0;
}

int main(void) {
  runThreads(N, enter);
  return 0;
}
