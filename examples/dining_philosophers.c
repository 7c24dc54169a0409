// The dining philosophers: each needs the fork on the left and the one on the
// right. There is no deadlock if forks are numbered and the lower number is
// taken first. (E. W. Dijkstra, Hierarchical Ordering of Sequential
// Processes, Acta Informatica 1, 1971.)
//
// The bug: each takes the left one first. When all have done so, all wait.
//
//   ./x check examples/dining_philosophers.c -DBUG
#include <pthread.h>
#include <stdint.h>

#define SEATS 3

static pthread_mutex_t forks[SEATS];
static int used[SEATS];

static void *philosopher(void *argument) {
  int left = (int)(intptr_t)argument, right = (left + 1) % SEATS;
#ifdef BUG
  int first = left, second = right;
#else
  int first = left < right ? left : right, second = left + right - first;
#endif
  pthread_mutex_lock(&forks[first]);
  pthread_mutex_lock(&forks[second]);
  ++used[left];
  ++used[right];
  pthread_mutex_unlock(&forks[second]);
  pthread_mutex_unlock(&forks[first]);
  return NULL;
}

int main(void) {
  pthread_t threads[SEATS];
  for (int i = 0; i < SEATS; ++i) pthread_mutex_init(&forks[i], NULL);
  for (intptr_t i = 0; i < SEATS; ++i) pthread_create(&threads[i], NULL, philosopher, (void *)i);
  for (int i = 0; i < SEATS; ++i) pthread_join(threads[i], NULL);
  return 0;
}
