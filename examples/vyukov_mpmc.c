// Vyukov's bounded queue for any number of producers and consumers: each cell
// has a number that says for which position it is ready, to be filled or to be
// emptied. (D. Vyukov, Bounded MPMC Queue, 1024cores.net, 2010.)
//
// The bug: the number of a cell that was filled is stored relaxed. A consumer
// sees the number, but the value is not published with it.
//
//   ./x check examples/vyukov_mpmc.c -DBUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define CAPACITY 2u
#ifdef BUG
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

struct cell {
  atomic_uint ready;
  int value;
};

static struct cell cells[CAPACITY] = {{0, 0}, {1, 0}};
static atomic_uint back, front;

// Waits for no one: false if the cell of the next position is not ready.
static bool claim(atomic_uint *place, unsigned offset, unsigned *position) {
  *position = atomic_load_explicit(place, memory_order_relaxed);
  for (;;) {
    unsigned ready = atomic_load_explicit(&cells[*position % CAPACITY].ready, memory_order_acquire);
    if ((int)(ready - (*position + offset)) < 0) return false;
    if (ready != *position + offset)
      *position = atomic_load_explicit(place, memory_order_relaxed);
    else if (atomic_compare_exchange_strong_explicit(place, position, *position + 1, memory_order_relaxed,
                                                     memory_order_relaxed))
      return true;
  }
}

static bool push(int value) {
  unsigned position;
  if (!claim(&back, 0, &position)) return false;
  cells[position % CAPACITY].value = value;
  atomic_store_explicit(&cells[position % CAPACITY].ready, position + 1, PUBLISH);
  return true;
}

static int pop(void) {
  unsigned position;
  if (!claim(&front, 1, &position)) return 0;
  int value = cells[position % CAPACITY].value;
  atomic_store_explicit(&cells[position % CAPACITY].ready, position + CAPACITY, memory_order_release);
  return value;
}

static void *producer(void *value) {
  bool pushed = push((int)(intptr_t)value);
  assert(pushed);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (intptr_t i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, producer, (void *)(i + 1));
  int sum = pop();
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  sum += pop();
  sum += pop();
  assert(sum == 3);
  return 0;
}
