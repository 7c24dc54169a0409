// Read-copy-update in user space: readers mark where they begin and end, and
// never wait. Who has replaced the data waits until each reader was seen
// outside, and frees the old copy. (P. McKenney, J. Slingwine, Read-Copy Update,
// PDCS 1998; M. Desnoyers et al., User-Level Implementations of Read-Copy
// Update, IEEE TPDS 23(2), 2012.)
//
// The bug: no fence after the mark of the reader. The writer may miss the mark
// and the reader the new pointer. Right under `--model sc`.
//
//   ./x check examples/rcu.c -DBUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define READERS 2

struct config {
  int version, copy;
};

static _Atomic(struct config *) current;
static atomic_uint reading[READERS];  // odd: between readLock and readUnlock

static void readLock(int me) {
  unsigned count = atomic_load_explicit(&reading[me], memory_order_relaxed);
  atomic_store_explicit(&reading[me], count + 1, memory_order_relaxed);
#ifndef BUG
  atomic_thread_fence(memory_order_seq_cst);
#endif
}

static void readUnlock(int me) {
  unsigned count = atomic_load_explicit(&reading[me], memory_order_relaxed);
  atomic_store_explicit(&reading[me], count + 1, memory_order_release);
}

static void synchronise(void) {
  atomic_thread_fence(memory_order_seq_cst);
  for (int i = 0; i < READERS; ++i) {
    unsigned seen = atomic_load_explicit(&reading[i], memory_order_acquire);
    if (seen % 2 == 0) continue;
    while (atomic_load_explicit(&reading[i], memory_order_acquire) == seen) {
    }
  }
}

static struct config *make(int version) {
  struct config *config = malloc(sizeof *config);
  config->version = config->copy = version;
  return config;
}

static void *reader(void *argument) {
  int me = (int)(intptr_t)argument;
  readLock(me);
  const struct config *config = atomic_load_explicit(&current, memory_order_acquire);
  assert(config->version == config->copy);
  readUnlock(me);
  return NULL;
}

int main(void) {
  current = make(1);
  pthread_t threads[READERS];
  for (intptr_t i = 0; i < READERS; ++i) pthread_create(&threads[i], NULL, reader, (void *)i);
  struct config *old = atomic_exchange_explicit(&current, make(2), memory_order_acq_rel);
  synchronise();
  free(old);
  for (int i = 0; i < READERS; ++i) pthread_join(threads[i], NULL);
  free(current);
  return 0;
}
