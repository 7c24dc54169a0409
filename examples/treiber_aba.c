// Treiber's stack with nodes that are pushed again. A thread that pops loads the
// top and what is below it; if others pop both and push the first one again, the
// compare-exchange must not succeed (A-B-A). So the top carries a counter.
// (R. K. Treiber, Systems Programming: Coping with Parallelism, IBM RJ 5118,
// 1986; the counter: IBM System/370 Principles of Operation, 1983.)
//
// The bug: the counter is not counted up.
//
//   ./x check examples/treiber_aba.c -DBUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define NODES 2
enum { INDEX = 0xff };  // of `top`; the rest is the counter
#ifdef BUG
enum { COUNT = 0 };
#else
enum { COUNT = INDEX + 1 };
#endif

static atomic_uint top, below[NODES + 1];  // nodes are numbers; 0 is none
static int owners[NODES + 1];              // how many threads think that the node is theirs

static unsigned with(unsigned seen, unsigned node) { return (seen & ~INDEX) + COUNT + node; }

static void push(unsigned node) {
  unsigned seen = atomic_load_explicit(&top, memory_order_relaxed);
  do {
    atomic_store_explicit(&below[node], seen & INDEX, memory_order_relaxed);
  } while (!atomic_compare_exchange_weak_explicit(&top, &seen, with(seen, node), memory_order_release,
                                                  memory_order_relaxed));
}

static unsigned pop(void) {
  unsigned seen = atomic_load_explicit(&top, memory_order_acquire), next;
  do {
    if ((seen & INDEX) == 0) return 0;
    next = atomic_load_explicit(&below[seen & INDEX], memory_order_relaxed);
  } while (!atomic_compare_exchange_weak_explicit(&top, &seen, with(seen, next), memory_order_acquire,
                                                  memory_order_acquire));
  return seen & INDEX;
}

static void *thread(void *unused) {
  unsigned first = pop(), second = pop();
  ++owners[second];
  if (first != 0) push(first);
  return unused;
}

int main(void) {
  for (unsigned node = NODES; node > 0; --node) push(node);
  pthread_t other;
  pthread_create(&other, NULL, thread, NULL);
  unsigned mine = pop();
  pthread_join(other, NULL);
  ++owners[mine];
  for (unsigned node; (node = pop()) != 0;) ++owners[node];
  for (int node = 1; node <= NODES; ++node) assert(owners[node] == 1);
  return 0;
}
