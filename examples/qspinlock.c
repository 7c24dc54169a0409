// The lock of Linux in small: one word with a locked bit, a pending bit for the
// first who waits, and the tail of a queue for the others. (W. Long, P.
// Zijlstra, qspinlock, Linux 4.2, 2015; the queue is that of mcs_lock.c.)
//
// The bug: the pending thread takes the lock by a store of the whole word. The
// tail of those who have queued up meanwhile is lost. (Linux stores 16 of the 32
// bits there.)
//
//   ./x check examples/qspinlock.c -DBUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define THREADS 3
enum { LOCKED = 1, PENDING = 2, BUSY = LOCKED | PENDING, TAIL = 4 };  // TAIL * (1 + number of the thread)

struct node {
  _Atomic(struct node *) next;
  atomic_bool waits;
};

static struct node nodes[THREADS];
static atomic_uint word;
static int counter;

static void queueUp(struct node *me) {
  unsigned tail = TAIL * (unsigned)(1 + (me - nodes)), seen = atomic_load_explicit(&word, memory_order_relaxed);
  atomic_store_explicit(&me->waits, true, memory_order_relaxed);
  while (!atomic_compare_exchange_strong_explicit(&word, &seen, (seen & BUSY) | tail, memory_order_acq_rel,
                                                  memory_order_relaxed)) {
  }
  if (seen / TAIL != 0) {
    atomic_store_explicit(&nodes[seen / TAIL - 1].next, me, memory_order_release);
    while (atomic_load_explicit(&me->waits, memory_order_acquire)) {
    }
  }
  while ((seen = atomic_load_explicit(&word, memory_order_acquire)) & BUSY) {  // we are the first of the queue
  }
  if (seen == tail &&
      atomic_compare_exchange_strong_explicit(&word, &seen, LOCKED, memory_order_relaxed, memory_order_relaxed))
    return;  // and the last
  atomic_fetch_or_explicit(&word, LOCKED, memory_order_relaxed);
  struct node *next;
  while ((next = atomic_load_explicit(&me->next, memory_order_acquire)) == NULL) {
  }
  atomic_store_explicit(&next->waits, false, memory_order_release);
}

static void takeFirst(void) {
  while (atomic_load_explicit(&word, memory_order_acquire) & LOCKED) {
  }
#ifdef BUG
  atomic_store_explicit(&word, LOCKED, memory_order_relaxed);
#else
  atomic_fetch_add_explicit(&word, LOCKED - PENDING, memory_order_relaxed);
#endif
}

static void lock(struct node *me) {
  unsigned seen = 0;
  if (atomic_compare_exchange_strong_explicit(&word, &seen, LOCKED, memory_order_acquire, memory_order_relaxed)) return;
  if (seen == LOCKED) {
    seen = atomic_fetch_or_explicit(&word, PENDING, memory_order_acquire);
    if (seen <= LOCKED) {
      takeFirst();
      return;
    }
    if (!(seen & PENDING)) atomic_fetch_and_explicit(&word, ~PENDING, memory_order_relaxed);
  }
  queueUp(me);
}

static void *thread(void *me) {
  lock(me);
  ++counter;
  atomic_fetch_sub_explicit(&word, LOCKED, memory_order_release);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, thread, &nodes[i]);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  assert(counter == THREADS);
  return 0;
}
