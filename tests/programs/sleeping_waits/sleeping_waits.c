#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

atomic_int flag[8];

// A usual one: longer each time, up to a limit.
static void wait_longer(int i) {
  unsigned pause = 1;
  while (!atomic_load(&flag[i])) {
    usleep(pause);
    if (pause < 1000) pause *= 2;
  }
}

void *waiter(void *unused) {
  while (!atomic_load(&flag[0])) usleep(10);
  while (!atomic_load(&flag[1])) sleep(1);
  struct timespec time = {0, 1000};
  while (!atomic_load(&flag[2])) nanosleep(&time, 0);
  for (long ns = 1; !atomic_load(&flag[3]); ns += 1) {
    struct timespec step = {0, ns};
    thrd_sleep(&step, 0);
  }
  wait_longer(4);
  for (int pauses = 1; !atomic_load(&flag[5]); pauses *= 2)
    for (int i = 0; i < pauses; ++i) sched_yield();
  do {
    for (volatile int i = 0; i < 100; ++i)
      ;
  } while (!atomic_load(&flag[6]));
  while (!atomic_load(&flag[7])) __asm__ volatile("nop" ::: "memory");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  for (int i = 0; i < 8; ++i) atomic_store(&flag[i], 1);
  pthread_join(t, 0);
}
