// A ticket lock: take the next number, wait until it is served. Fair, and as
// small as a lock can be. (D. P. Reed, R. K. Kanodia, Synchronization with
// Eventcounts and Sequencers, CACM 22(2), 1979.)
//
// The bug: the ticket is taken by a load and a store. Two threads may get the
// same one, and both are served.
//
//   ./x check examples/ticket_lock.c -DBUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define THREADS 3

static atomic_uint next, serving;
static int counter;

static unsigned takeTicket(void) {
#ifdef BUG
  unsigned ticket = atomic_load_explicit(&next, memory_order_relaxed);
  atomic_store_explicit(&next, ticket + 1, memory_order_relaxed);
  return ticket;
#else
  return atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
#endif
}

static void lock(void) {
  unsigned ticket = takeTicket();
  while (atomic_load_explicit(&serving, memory_order_acquire) != ticket) {
  }
}

static void unlock(void) {
  unsigned served = atomic_load_explicit(&serving, memory_order_relaxed);
  atomic_store_explicit(&serving, served + 1, memory_order_release);
}

static void *thread(void *unused) {
  lock();
  ++counter;
  unlock();
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, thread, NULL);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  assert(counter == THREADS);
  return 0;
}
