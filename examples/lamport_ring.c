// Lamport's ring buffer for one producer and one consumer: each owns one index,
// and nothing but loads and stores is needed. (L. Lamport, Specifying
// Concurrent Program Modules, ACM TOPLAS 5(2), 1983; with C11's orders N. M. Lê
// et al., Correct and Efficient Bounded FIFO Queues, SBAC-PAD 2013.)
//
// The bug: the consumer gives the slot back by a relaxed store. The producer
// may fill it again while it is still being read.
//
//   ./x check examples/lamport_ring.c -DBUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define CAPACITY 2u
#define ITEMS 4
#ifdef BUG
#define GIVE_BACK memory_order_relaxed
#else
#define GIVE_BACK memory_order_release
#endif

static int slots[CAPACITY];
static atomic_uint front, back;

static void push(int item) {
  unsigned mine = atomic_load_explicit(&back, memory_order_relaxed);
  while (mine - atomic_load_explicit(&front, memory_order_acquire) == CAPACITY) {
  }
  slots[mine % CAPACITY] = item;
  atomic_store_explicit(&back, mine + 1, memory_order_release);
}

static int pop(void) {
  unsigned mine = atomic_load_explicit(&front, memory_order_relaxed);
  while (mine == atomic_load_explicit(&back, memory_order_acquire)) {
  }
  int item = slots[mine % CAPACITY];
  atomic_store_explicit(&front, mine + 1, GIVE_BACK);
  return item;
}

static void *producer(void *unused) {
  for (int i = 0; i < ITEMS; ++i) push(i);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, producer, NULL);
  for (int i = 0; i < ITEMS; ++i) {
    int item = pop();
    assert(item == i);
  }
  pthread_join(thread, NULL);
  return 0;
}
