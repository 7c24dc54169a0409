// lastzero(N): process 0 looks for the highest index whose element is zero,
// while process j sets element j to one more than element j-1 (Source Sets,
// Fig. 11).
//
// Which elements process 0 reads depends on what it read before, so that a
// race with it can be reversed only after exactly the right steps: source sets
// without wakeup sequences run into sleep sets.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "by_name.h"

#ifndef N
#define N 5
#endif

static atomic_int array[N + 1];

static void *search(void *unused) {
  for (int i = N; atomic_load_explicit(&array[i], memory_order_acquire) != 0; i--) continue;
  return unused;
}

static void *increase(void *number) {
  const intptr_t j = (intptr_t)number;
  const int before = atomic_load_explicit(&array[j - 1], memory_order_acquire);
  atomic_store_explicit(&array[j], before + 1, memory_order_release);
  return 0;
}

int main(void) {
  pthread_t processes[N + 1];
  for (int place = 0; place <= N; place++) {
    const intptr_t j = byName(place, N + 1) - 1;
    pthread_create(&processes[j], 0, j == 0 ? search : increase, (void *)j);
  }
  for (int j = 0; j <= N; j++) pthread_join(processes[j], 0);
  return 0;
}
