// The queue lock of Mellor-Crummey and Scott: each thread spins on a word of
// its own, and the lock is handed over in order of arrival. (J. M.
// Mellor-Crummey, M. L. Scott, Algorithms for Scalable Synchronization on
// Shared-Memory Multiprocessors, ACM TOCS 9(1), 1991.)
//
// The bug: a thread that sees no successor empties the queue with a store in
// place of a compare-exchange. Who came in between waits for ever.
//
//   ./x check examples/mcs_lock.c -DBUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define THREADS 3

struct node {
  _Atomic(struct node *) next;
  atomic_bool waits;
};

static struct node nodes[THREADS];
static _Atomic(struct node *) tail;
static int counter;

static void lock(struct node *me) {
  atomic_store_explicit(&me->next, NULL, memory_order_relaxed);
  atomic_store_explicit(&me->waits, true, memory_order_relaxed);
  struct node *before = atomic_exchange_explicit(&tail, me, memory_order_acq_rel);
  if (before == NULL) return;
  atomic_store_explicit(&before->next, me, memory_order_release);
  while (atomic_load_explicit(&me->waits, memory_order_acquire)) {
  }
}

static void unlock(struct node *me) {
  if (atomic_load_explicit(&me->next, memory_order_acquire) == NULL) {
#ifdef BUG
    atomic_store_explicit(&tail, NULL, memory_order_release);
    return;
#else
    struct node *last = me;
    if (atomic_compare_exchange_strong_explicit(&tail, &last, NULL, memory_order_release, memory_order_relaxed)) return;
#endif
  }
  struct node *after;
  while ((after = atomic_load_explicit(&me->next, memory_order_acquire)) == NULL) {
  }
  atomic_store_explicit(&after->waits, false, memory_order_release);
}

static void *thread(void *me) {
  lock(me);
  ++counter;
  unlock(me);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, thread, &nodes[i]);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  assert(counter == THREADS);
  return 0;
}
