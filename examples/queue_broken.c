// A single-producer single-consumer ring buffer with a classic mistake: the
// producer publishes the slot before it has filled it.
//
//   ./x check examples/queue_broken.c
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#define CAPACITY 2

static struct {
  atomic_int slots[CAPACITY];
  atomic_uint head;  // next slot to read
  atomic_uint tail;  // next slot to write
} queue;

static bool push(int value) {
  unsigned tail = atomic_load_explicit(&queue.tail, memory_order_relaxed);
  if (tail - atomic_load_explicit(&queue.head, memory_order_acquire) == CAPACITY) return false;
  atomic_store_explicit(&queue.tail, tail + 1, memory_order_release);
  atomic_store_explicit(&queue.slots[tail % CAPACITY], value, memory_order_relaxed);
  return true;
}

static bool pop(int *value) {
  unsigned head = atomic_load_explicit(&queue.head, memory_order_relaxed);
  if (head == atomic_load_explicit(&queue.tail, memory_order_acquire)) return false;
  *value = atomic_load_explicit(&queue.slots[head % CAPACITY], memory_order_relaxed);
  atomic_store_explicit(&queue.head, head + 1, memory_order_release);
  return true;
}

static void *producer(void *unused) {
  push(42);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, producer, NULL);
  int value;
  if (pop(&value)) assert(value == 42);
  pthread_join(thread, NULL);
  return 0;
}
