// Waits that count how often they looked, for the output only: after the loop, sometimes, while they wait, and to back
// off.
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

static atomic_int flag[4];
static int data;

static void* waiter(void* unused) {
  unsigned n = 0;
  while (!atomic_load(&flag[0])) n++;
  printf("%u\n", n);
  int spins = 0;
  do {
    if (++spins % 16 == 0) sched_yield();
  } while (!atomic_load(&flag[1]));
  if (spins > 10) fprintf(stderr, "slow: %d\n", spins);
  while (!atomic_load(&flag[2])) {
    printf("waiting\n");
    usleep(10 * n++);
  }
  for (unsigned delay = 1; !atomic_load(&flag[3]); delay *= 2) {
    for (unsigned i = 0; i < delay; ++i) sched_yield();
    n += delay;
  }
  printf("%f\n", n / 2.0);
  assert(data == 1);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  data = 1;
  for (int i = 0; i < 4; ++i) atomic_store(&flag[i], 1);
  pthread_join(thread, 0);
  return 0;
}
