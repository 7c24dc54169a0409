// Lamport's bakery: who enters takes a number above all others and waits for
// those that have a lower one. Works for any number of threads, with loads and
// stores only. (L. Lamport, A New Solution of Dijkstra's Concurrent Programming
// Problem, CACM 17(8), 1974.)
//
// The bug: `choosing` is left out. A thread that is about to take its number
// is overlooked, and comes in later with a number that is no higher.
//
//   ./x check examples/bakery.c -DBUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define THREADS 2

static atomic_bool choosing[THREADS];
static atomic_int number[THREADS];
static int counter;

static void takeNumber(int me) {
  int highest = 0;
  for (int i = 0; i < THREADS; ++i) {
    int n = i == me ? 0 : atomic_load(&number[i]);
    if (n > highest) highest = n;
  }
  atomic_store(&number[me], highest + 1);
}

static bool isBefore(int other, int me) {
  int his = atomic_load(&number[other]), mine = atomic_load_explicit(&number[me], memory_order_relaxed);
  return his != 0 && (his < mine || (his == mine && other < me));
}

static void lock(int me) {
  atomic_store(&choosing[me], true);
  takeNumber(me);
  atomic_store(&choosing[me], false);
  for (int i = 0; i < THREADS; ++i) {
    if (i == me) continue;
#ifndef BUG
    while (atomic_load(&choosing[i])) {
    }
#endif
    while (isBefore(i, me)) {
    }
  }
}

static void unlock(int me) { atomic_store(&number[me], 0); }

static void *thread(void *argument) {
  int me = (int)(intptr_t)argument;
  lock(me);
  ++counter;
  unlock(me);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (intptr_t i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, thread, (void *)i);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  assert(counter == THREADS);
  return 0;
}
