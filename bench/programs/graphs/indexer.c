// indexer(N): as source_sets/indexer.c, written out as far as it does not depend
// on what is found.
#include "each.h"

enum { kSlots = 128 };

static atomic_int table[kSlots];

static inline void insert(int slot, int key) {
  int empty = 0;
  while (!atomic_compare_exchange_strong_explicit(&table[slot], &empty, key, RELAXED, RELAXED)) {
    slot = (slot + 1) % kSlots;
    empty = 0;
  }
}

#define INSERT(key) insert((key) * 7 % kSlots, key);
#define BODY(i)                        \
  static void *body##i(void *unused) { \
    INSERT(11 + i)                     \
    INSERT(22 + i)                     \
    INSERT(33 + i)                     \
    INSERT(44 + i)                     \
    return unused;                     \
  }
EACH(BODY)

int main(void) {
  pthread_t thread;
  EACH(START)
  pthread_exit(0);
}
