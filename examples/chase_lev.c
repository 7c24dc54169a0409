// The work-stealing deque of Chase and Lev: the owner pushes and takes at the
// bottom, thieves steal at the top. Only the last element is fought for. (D.
// Chase, Y. Lev, Dynamic Circular Work-Stealing Deque, SPAA 2005; the orders are
// those of N. M. Lê, A. Pop, A. Cohen, F. Zappa Nardelli, PPoPP 2013.)
//
// The bug: `take` has no fence between its store of the bottom and its load of
// the top. Owner and thief may both take the element. Right under `--model sc`.
//
//   ./x check examples/chase_lev.c -DBUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define CAPACITY 4
enum { NOTHING = 0 };

static atomic_int top, bottom, elements[CAPACITY];

static void push(int element) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed);
  assert(b - atomic_load_explicit(&top, memory_order_acquire) < CAPACITY);
  atomic_store_explicit(&elements[b % CAPACITY], element, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int take(void) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, b, memory_order_relaxed);
#ifndef BUG
  atomic_thread_fence(memory_order_seq_cst);
#endif
  int t = atomic_load_explicit(&top, memory_order_relaxed);
  int element = t <= b ? atomic_load_explicit(&elements[b % CAPACITY], memory_order_relaxed) : NOTHING;
  if (t < b) return element;
  if (t == b && !atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
    element = NOTHING;
  atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
  return element;
}

static int steal(void) {
  int t = atomic_load_explicit(&top, memory_order_acquire);
  atomic_thread_fence(memory_order_seq_cst);
  if (t >= atomic_load_explicit(&bottom, memory_order_acquire)) return NOTHING;
  int element = atomic_load_explicit(&elements[t % CAPACITY], memory_order_relaxed);
  if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
    return NOTHING;
  return element;
}

static void *thief(void *unused) {
  (void)unused;
  int stolen = steal();
  return (void *)(intptr_t)(stolen + steal());
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, thief, NULL);
  push(1);
  push(2);
  int taken = take() + take();
  void *stolen;
  pthread_join(thread, &stolen);
  assert(taken + (int)(intptr_t)stolen == 3);
  return 0;
}
