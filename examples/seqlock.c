// A sequence lock: a reader takes no lock; it reads, and reads again if the
// sequence number was odd or has changed. The data must be atomic, and the two
// fences are what makes it work. (S. Hemminger for Linux 2.5.60, 2003; H.-J.
// Boehm, Can Seqlocks Get Along with Programming Language Memory Models?, MSPC
// 2012.)
//
// The bug: the reader has no acquire fence before it looks at the number again,
// and may see the old number after new data. Right under `--model sc`.
//
//   ./x check examples/seqlock.c -DBUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct pair {
  int low, high;
};

static atomic_uint sequence;
static atomic_int low, high;  // always equal

static void writeBoth(int value) {
  unsigned seen = atomic_load_explicit(&sequence, memory_order_relaxed);
  atomic_store_explicit(&sequence, seen + 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&low, value, memory_order_relaxed);
  atomic_store_explicit(&high, value, memory_order_relaxed);
  atomic_store_explicit(&sequence, seen + 2, memory_order_release);
}

static bool tryToRead(struct pair *pair) {
  unsigned before = atomic_load_explicit(&sequence, memory_order_acquire);
  if (before % 2 == 1) return false;
  int first = atomic_load_explicit(&low, memory_order_relaxed);
  int second = atomic_load_explicit(&high, memory_order_relaxed);
#ifndef BUG
  atomic_thread_fence(memory_order_acquire);
#endif
  if (atomic_load_explicit(&sequence, memory_order_relaxed) != before) return false;
  *pair = (struct pair){first, second};
  return true;
}

static void *writer(void *unused) {
  writeBoth(1);
  writeBoth(2);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writer, NULL);
  struct pair pair;
  while (!tryToRead(&pair)) {
  }
  assert(pair.low == pair.high);
  pthread_join(thread, NULL);
  return 0;
}
