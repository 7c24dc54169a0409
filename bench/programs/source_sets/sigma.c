// sigma(N): main moves an index on and starts a thread, N times; each thread
// writes to the array at the index it reads (after sigma of SV-COMP).
//
// The i-th thread can see the indices i to N, and those that see the same one
// write to the same element, in any order: 1 * 3 * 5 * ... * (2N-1) traces.
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 5
#endif

static atomic_int array[N];
static atomic_int place = -1;

static void *mark(void *unused) {
  atomic_store(&array[atomic_load(&place)], 1);
  return unused;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; i++) {
    atomic_store(&place, atomic_load(&place) + 1);
    pthread_create(&threads[i], 0, mark, 0);
  }
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  return 0;
}
