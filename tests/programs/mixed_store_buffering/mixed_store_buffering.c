#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

union {
  atomic_ushort word;
  atomic_uchar byte[2];
} shared;
int first, second;

void *left(void *unused) {
  atomic_store_explicit(&shared.byte[0], 1, memory_order_relaxed);
  first = atomic_load_explicit(&shared.byte[1], memory_order_relaxed);
  return unused;
}

void *right(void *unused) {
  atomic_store_explicit(&shared.byte[1], 1, memory_order_relaxed);
  second = atomic_load_explicit(&shared.byte[0], memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t l, r;
  atomic_store(&shared.word, 0);
  pthread_create(&l, 0, left, 0);
  pthread_create(&r, 0, right, 0);
  pthread_join(l, 0);
  pthread_join(r, 0);
  assert(atomic_load(&shared.word) == 0x101);
  assert(first || second);
}
