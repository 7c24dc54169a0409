// The ring buffer of queue_broken.c, put right: the slot is filled first, and
// the release store of `tail` publishes it. So the slots need not be atomic.
//
//   ./x check examples/queue_fixed.c
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define CAPACITY 2

static struct {
  int slots[CAPACITY];
  atomic_uint head;  // next slot to read
  atomic_uint tail;  // next slot to write
} queue;

static bool push(int value) {
  unsigned tail = atomic_load_explicit(&queue.tail, memory_order_relaxed);
  if (tail - atomic_load_explicit(&queue.head, memory_order_acquire) == CAPACITY) return false;
  queue.slots[tail % CAPACITY] = value;
  atomic_store_explicit(&queue.tail, tail + 1, memory_order_release);
  return true;
}

static bool pop(int *value) {
  unsigned head = atomic_load_explicit(&queue.head, memory_order_relaxed);
  if (head == atomic_load_explicit(&queue.tail, memory_order_acquire)) return false;
  *value = queue.slots[head % CAPACITY];
  atomic_store_explicit(&queue.head, head + 1, memory_order_release);
  return true;
}

static void *producer(void *unused) {
  push(42);
  push(43);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, producer, NULL);
  int value;
  if (pop(&value)) {
    assert(value == 42);
    if (pop(&value)) assert(value == 43);
  }
  pthread_join(thread, NULL);
  return 0;
}
