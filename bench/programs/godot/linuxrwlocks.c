// linuxrwlocks(N): N threads take the readers-writers lock that Linux had on
// x86 until 2014, once to read and once to write (Awaiting for Godot, Table I).
//
// The word is a bias, less one for each reader, less all for the writer. Who
// comes too early undoes what he subtracted and waits: a round of the loop has
// an effect that another thread can see, so it is not pure.
#include "section.h"

enum { kBias = 0x100000 };

static atomic_int word = kBias;

static void readLock(void) {
  while (atomic_fetch_sub_explicit(&word, 1, ACQUIRE) <= 0) {
    atomic_fetch_add_explicit(&word, 1, RELAXED);
    __VERIFIER_assume(atomic_load_explicit(&word, RELAXED) > 0);
  }
}

static void readUnlock(void) { atomic_fetch_add_explicit(&word, 1, RELEASE); }

static void writeLock(void) {
  while (atomic_fetch_sub_explicit(&word, kBias, ACQUIRE) != kBias) {
    atomic_fetch_add_explicit(&word, kBias, RELAXED);
    __VERIFIER_assume(atomic_load_explicit(&word, RELAXED) == kBias);
  }
}

static void writeUnlock(void) { atomic_fetch_add_explicit(&word, kBias, RELEASE); }

static void *readAndWrite(void *number) {
  readLock();
  assert(owner >= 0);
  readUnlock();
  writeLock();
  inSection(numberOf(number));
  writeUnlock();
  return 0;
}

int main(void) {
  runThreads(N, readAndWrite);
  return 0;
}
