#include "ring.h"

#ifdef BUG
#define PUBLISH memory_order_relaxed  // the slot need not be visible yet
#else
#define PUBLISH memory_order_release
#endif

bool ring_push(struct ring* ring, int value) {
  unsigned tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
  if (tail - atomic_load_explicit(&ring->head, memory_order_acquire) == RING_CAPACITY) return false;
  ring->slots[tail % RING_CAPACITY] = value;
  atomic_store_explicit(&ring->tail, tail + 1, PUBLISH);
  return true;
}

bool ring_pop(struct ring* ring, int* value) {
  unsigned head = atomic_load_explicit(&ring->head, memory_order_relaxed);
  if (head == atomic_load_explicit(&ring->tail, memory_order_acquire)) return false;
  *value = ring->slots[head % RING_CAPACITY];
  atomic_store_explicit(&ring->head, head + 1, memory_order_release);
  return true;
}
