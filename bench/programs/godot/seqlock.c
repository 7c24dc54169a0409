// seqlock(N): a reader and N - 1 writers of a sequence lock as Linux has it
// (Awaiting for Godot, Table I).
//
// The number is odd while somebody writes. Who writes makes it odd by a
// compare-and-swap; who reads begins again when it is odd or has changed.
#include "../threads.h"

static atomic_int sequence, first, second;

static void writeBoth(int value) {
  while (1) {
    int before = atomic_load(&sequence);
    if (before % 2 == 0 && atomic_compare_exchange_strong(&sequence, &before, before + 1)) break;
  }
  atomic_store(&first, value);
  atomic_store(&second, value);
  atomic_fetch_add(&sequence, 1);
}

static int readBoth(void) {
  while (1) {
    const int before = atomic_load(&sequence);
    if (before % 2 != 0) continue;
    const int a = atomic_load(&first);
    const int b = atomic_load(&second);
    if (atomic_load(&sequence) != before) continue;
    assert(a == b);
    return a;
  }
}

static void *useLock(void *number) {
  if (numberOf(number) == 0)
    readBoth();
  else
    writeBoth(numberOf(number));
  return 0;
}

int main(void) {
  runThreads(N, useLock);
  return 0;
}
