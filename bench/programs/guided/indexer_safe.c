// indexer_safe(THREADS): threads insert four keys each into one hash table, at
// the next slot when the first is taken; the assertion says that no hash is
// negative (Kusano and Wang, ASE 2014, Fig. 1; IndexerSafe of Table 2).
//
// As source_sets/indexer.c, but compare and swap takes the slot's mutex. With
// 12 threads there are 3 pairs of keys that collide and so 2^3 traces; with 13,
// 14 and 15 there are 2^6, 2^9 and 2^12. No hash depends on what the others do:
// the assertion holds in all of them if it holds in one.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifndef THREADS
#define THREADS 12
#endif

enum { kSlots = 128, kKeys = 4 };

static pthread_mutex_t mutexes[kSlots];
static int table[kSlots];

static int compareAndSwap(int slot, int expected, int desired) {
  int isDone = 0;
  pthread_mutex_lock(&mutexes[slot]);
  if (table[slot] == expected) {
    table[slot] = desired;
    isDone = 1;
  }
  pthread_mutex_unlock(&mutexes[slot]);
  return isDone;
}

static void *insert(void *number) {
  const int thread = (int)(intptr_t)number;
  for (int m = 1; m <= kKeys; m++) {
    const int key = m * 11 + thread;
    int hash = key * 7 % kSlots;
    if (hash < 0) assert(0);
    while (!compareAndSwap(hash, 0, key)) hash = (hash + 1) % kSlots;
  }
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < kSlots; i++) pthread_mutex_init(&mutexes[i], 0);
  for (intptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, insert, (void *)i);
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
  return 0;
}
