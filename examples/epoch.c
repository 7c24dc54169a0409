// Epoch-based reclamation: threads announce in which epoch they use shared
// nodes. The epoch advances only if all who are inside have seen the current
// one; what was taken out two epochs ago can be freed. (K. Fraser, Practical
// Lock-Freedom, PhD thesis, University of Cambridge, UCAM-CL-TR-579, 2004.)
//
// The bug: nodes are freed after one epoch. A thread of the epoch in which the
// node was taken out does not hold up that first step.
//
//   ./x check examples/epoch.c -DBUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#define READERS 2
#ifdef BUG
#define GRACE 1
#else
#define GRACE 2
#endif

struct node {
  int value, copy;
};

static _Atomic(struct node *) shared;
static atomic_uint epoch;
static atomic_uint announced[READERS];  // 0: outside, otherwise 1 + the epoch

static void enter(int me) {
  atomic_store_explicit(&announced[me], 1 + atomic_load_explicit(&epoch, memory_order_relaxed), memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
}

static void leave(int me) { atomic_store_explicit(&announced[me], 0, memory_order_release); }

static void tryToAdvance(void) {
  unsigned now = atomic_load_explicit(&epoch, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  for (int i = 0; i < READERS; ++i) {
    unsigned seen = atomic_load_explicit(&announced[i], memory_order_acquire);
    if (seen != 0 && seen != 1 + now) return;
  }
  atomic_store_explicit(&epoch, now + 1, memory_order_release);
}

static struct node *make(int value) {
  struct node *node = malloc(sizeof *node);
  *node = (struct node){value, value};
  return node;
}

static void *reader(void *argument) {
  int me = (int)(intptr_t)argument;
  enter(me);
  const struct node *node = atomic_load_explicit(&shared, memory_order_acquire);
  assert(node->value == node->copy);
  leave(me);
  return NULL;
}

int main(void) {
  shared = make(1);
  pthread_t threads[READERS];
  for (intptr_t i = 0; i < READERS; ++i) pthread_create(&threads[i], NULL, reader, (void *)i);
  struct node *old = atomic_exchange_explicit(&shared, make(2), memory_order_acq_rel);
  unsigned retired = atomic_load_explicit(&epoch, memory_order_relaxed);
  for (int i = 0; i < GRACE; ++i) tryToAdvance();
  if (atomic_load_explicit(&epoch, memory_order_relaxed) >= retired + GRACE) free(old);
  for (int i = 0; i < READERS; ++i) pthread_join(threads[i], NULL);
  return 0;
}
