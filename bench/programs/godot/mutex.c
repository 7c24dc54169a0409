// mutex(N): N threads lock the second mutex of Drepper's "Futexes are tricky"
// (2004) once each (Awaiting for Godot, Table I).
//
// The word is 0 when free, 1 when locked, 2 when locked and somebody may wait.
#include "futex.h"
#include "section.h"

static atomic_int word;

static int compareExchange(int expected, int desired) {
  atomic_compare_exchange_strong_explicit(&word, &expected, desired, ACQUIRE, ACQUIRE);
  return expected;  // what was there
}

static void lock(void) {
  int found = compareExchange(0, 1);
  while (found != 0) {
    if (found == 2 || compareExchange(1, 2) != 0) futexWait(&word, 2);
    found = compareExchange(0, 2);
  }
}

static void unlock(void) {
  if (atomic_fetch_sub_explicit(&word, 1, RELEASE) == 1) return;
  atomic_store_explicit(&word, 0, RELEASE);
  futexWake();
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
