// mpmc-queue(N): a queue of two slots for several producers and consumers; the
// first TAKERS threads take one element each, the others put one in (Awaiting for Godot,
// Table I; the algorithm is the one that CDSChecker's authors examine, OOPSLA
// 2013: both positions in one word, and two counters of what is done).
#include "../threads.h"

#ifndef TAKERS
#define TAKERS 1
#endif

enum { kSlots = 2 };

static atomic_uint positions;  // the upper half: next to read; the lower: next to write
static atomic_uint written, taken;
static int slots[kSlots];

// The slot to write to, or -1 if all are in use.
static int beginWrite(void) {
  unsigned both = atomic_load_explicit(&positions, ACQUIRE);
  unsigned read, write;
  do {
    read = both >> 16;
    write = both & 0xffff;
    if (write == read + kSlots) return -1;
  } while (!atomic_compare_exchange_strong_explicit(&positions, &both, read << 16 | (write + 1), ACQ_REL, ACQUIRE));
  while (atomic_load_explicit(&taken, ACQUIRE) != read)
    ;
  return (int)(write % kSlots);
}

static void endWrite(void) { atomic_fetch_add_explicit(&written, 1, RELEASE); }

static int beginRead(void) {
  unsigned both = atomic_load_explicit(&positions, ACQUIRE);
  unsigned read, write;
  do {
    read = both >> 16;
    write = both & 0xffff;
    if (write == read) return -1;
  } while (!atomic_compare_exchange_strong_explicit(&positions, &both, (read + 1) << 16 | write, ACQ_REL, ACQUIRE));
  while (atomic_load_explicit(&written, ACQUIRE) != write)
    ;
  return (int)(read % kSlots);
}

static void endRead(void) { atomic_fetch_add_explicit(&taken, 1, RELEASE); }

static void *useQueue(void *number) {
  if (numberOf(number) < TAKERS) {
    const int slot = beginRead();
    if (slot < 0) return 0;
    assert(slots[slot] != 0);
    endRead();
  } else {
    const int slot = beginWrite();
    if (slot < 0) return 0;
    slots[slot] = numberOf(number);
    endWrite();
  }
  return 0;
}

int main(void) {
  runThreads(N, useQueue);
  return 0;
}
