// indexer(N): N threads insert four keys each into one hash table, by
// compare-and-swap, at the next slot when the first is taken (Flanagan and
// Godefroid, POPL 2005; Source Sets, Table 3).
//
// Up to 11 threads no two keys collide. With 12 there are 3 pairs that do and
// so 2^3 traces; with 15 there are 2^12.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "by_name.h"

#ifndef N
#define N 12
#endif

enum { kSlots = 128, kKeys = 4 };

static atomic_int table[kSlots];

static void *insert(void *number) {
  const int thread = (int)(intptr_t)number;
  for (int m = 1; m <= kKeys; m++) {
    const int key = m * 11 + thread;
    int slot = key * 7 % kSlots;
    int empty = 0;
    while (!atomic_compare_exchange_strong_explicit(&table[slot], &empty, key, memory_order_relaxed,
                                                    memory_order_relaxed)) {
      slot = (slot + 1) % kSlots;
      empty = 0;
    }
  }
  return 0;
}

int main(void) {
  pthread_t threads[N];
  for (int place = 0; place < N; place++) {
#ifdef BY_NAME
    const intptr_t i = N - byName(place, N);  // the paper's program starts the last one first
#else
    const intptr_t i = place;
#endif
    pthread_create(&threads[i], 0, insert, (void *)i);
  }
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  return 0;
}
