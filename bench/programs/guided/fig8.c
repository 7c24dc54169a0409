// fig8: one mutex for a whole array. Two threads add to its elements, each to
// those of its own half (Kusano and Wang, ASE 2014, Fig. 8).
//
// A trace is an order of the critical sections: C(2 HALF, HALF), 12,870 for 8.
// But no two sections of different threads touch the same element, so whoever
// looks inside needs one execution.
#include <pthread.h>

#ifndef HALF
#define HALF 8
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int array[2 * HALF];

static void addTo(int from, int to) {
  for (int i = from; i < to; i++) {
    pthread_mutex_lock(&mutex);
    array[i] = array[i] + 1;
    pthread_mutex_unlock(&mutex);
  }
}

static void *lower(void *unused) {
  addTo(0, HALF);
  return unused;
}

static void *upper(void *unused) {
  addTo(HALF, 2 * HALF);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, lower, 0);
  pthread_create(&threads[1], 0, upper, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
