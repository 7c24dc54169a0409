// A futex as two threads see it: who waits goes on when somebody has woken
// since, or when the word does not hold what he expects any more.
#pragma once

#include "../threads.h"

static atomic_int wakes;

static void futexWait(atomic_int *word, int expected) {
  const int seen = atomic_load_explicit(&wakes, ACQUIRE);
  if (atomic_load_explicit(word, ACQUIRE) != expected) return;
  __VERIFIER_assume(atomic_load_explicit(&wakes, ACQUIRE) != seen);
}

static void futexWake(void) { atomic_fetch_add_explicit(&wakes, 1, RELEASE); }
