// mpmc-enq(N): N threads put an element each into a bounded queue for several
// producers and consumers (Awamoche, Table 2; the queue is the one that the
// authors of CDSChecker examine, OOPSLA 2013: both positions in one word, and
// two counters of what is done).
//
// The paper's figures are those of a queue with room for three more elements,
// as one with four slots has after main has put in the first: the others find
// it full, and count themselves as done like everybody else. When k <= 3
// threads get a slot, in one of N! / (N-k)! orders, and f threads fail, each in
// one of k (k+1) / 2 ways (conf_loop.c; the last value of three is a full
// queue, not a load that fails), the N-f who do not fail are done in one of
// (N-f)! orders.
#include "../threads.h"

enum { kSlots = 4 };

static atomic_uint positions;  // the upper half: next to read; the lower: next to write
static atomic_uint written, taken;
static int slots[kSlots];

// The slot to write to, or -1 if all are in use.
static int beginWrite(void) {
  unsigned both, read, write;
  do {
    both = atomic_load_explicit(&positions, ACQUIRE);
    read = both >> 16;
    write = both & 0xffff;
    if (write == read + kSlots) return -1;
  } while (!atomic_compare_exchange_strong_explicit(&positions, &both, read << 16 | (write + 1), ACQ_REL,
                                                    RELAXED));
  while (atomic_load_explicit(&taken, ACQUIRE) != read)
    ;
  return (int)(write % kSlots);
}

static void endWrite(void) { atomic_fetch_add_explicit(&written, 1, RELEASE); }

static void put(int value) {
  const int slot = beginWrite();
  if (slot >= 0) slots[slot] = value;
  endWrite();
}

static void *putOne(void *number) {
  put(numberOf(number) + 1);
  return 0;
}

int main(void) {
  put(N + 1);
  runThreads(N, putOne);
  return 0;
}
