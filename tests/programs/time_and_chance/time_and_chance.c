#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

atomic_long x;

void *chance(void *unused) {
  unsigned seed = 3;
  long value = rand() + rand_r(&seed) + random();
  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  usleep(10);
  clock_gettime(CLOCK_MONOTONIC, &after);
  assert(after.tv_sec > before.tv_sec || (after.tv_sec == before.tv_sec && after.tv_nsec >= before.tv_nsec));
  struct timeval now;
  gettimeofday(&now, 0);
  atomic_store(&x, value + before.tv_nsec + now.tv_usec + time(0) + clock());
  return unused;
}

int main(void) {
  pthread_t a, b;
  srand((unsigned)time(0));
  assert(rand() <= RAND_MAX && rand() >= 0);
  pthread_create(&a, 0, chance, 0);
  pthread_create(&b, 0, chance, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
