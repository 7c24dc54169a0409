// N philosophers who take the lower chopstick first, so that they cannot all wait.
//
//   PA  they all eat at the same time: that cannot be
//   PB  they have all eaten: that can
//
// Peephole partial order reduction, section 5: phil2 to phil4, at 7 steps a philosopher and one more.
#include <pthread.h>
#include <stdatomic.h>

extern void reach_error(void);

#ifndef N
#define N 2
#endif

static pthread_mutex_t chopstick[N] = {PTHREAD_MUTEX_INITIALIZER};
static atomic_int eating, fed;

static void *philosopher(void *argument) {
  const long own = (long)argument, next = (own + 1) % N;
  pthread_mutex_lock(&chopstick[own < next ? own : next]);
  pthread_mutex_lock(&chopstick[own < next ? next : own]);
  const int others = atomic_fetch_add(&eating, 1);
#ifdef PA
  if (others + 1 == N) reach_error();
#endif
  atomic_fetch_sub(&eating, 1);
  const int before = atomic_fetch_add(&fed, 1);
#ifdef PB
  if (before + 1 == N) reach_error();
#endif
  (void)others, (void)before;
  pthread_mutex_unlock(&chopstick[own < next ? next : own]);
  pthread_mutex_unlock(&chopstick[own < next ? own : next]);
  return 0;
}

int main(void) {
  pthread_t thread;
  for (long i = 0; i < N; i++) pthread_create(&thread, 0, philosopher, (void *)i);
}
