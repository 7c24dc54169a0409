// COUNT rounds of 1024 plain accesses, in each of two threads that exist at
// the same time. Volatile, so that each access stays one; Heddle takes it as
// the plain access it is. Four accesses to a loop, so that the loop itself
// counts little.
#include <pthread.h>
#include <stdlib.h>

#define FOUR(action) action; i++; action; i++; action; i++; action; i++

static void *worker(void *memory) {
  volatile int *const words = memory;
  volatile int *const same = words;
  long sum = 0;
  for (int round = 0; round < COUNT; round++)
    for (int i = 0; i < 1024;) {
      FOUR(ACCESS);
    }
  return (void *)(sum + *same);
}

int main(void) {
  pthread_t a, b;
  int *const forA = calloc(1024, sizeof(int));
  int *const forB = calloc(1024, sizeof(int));
  pthread_create(&a, 0, worker, forA);
  pthread_create(&b, 0, worker, forB);
  pthread_join(a, 0);
  pthread_join(b, 0);
  free(forA);
  free(forB);
}
