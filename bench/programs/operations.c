// COUNT times OPERATION in a thread of its own, so that everything that
// concurrency needs is on; main waits in pthread_join.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int word;

static void *worker(void *unused) {
  (void)unused;
  long sum = 0;
  int expected = 0;
  for (int i = 0; i < COUNT; i++) OPERATION;
  return (void *)(sum + expected);
}

int main(void) {
  pthread_t first;
  pthread_create(&first, 0, worker, 0);
#ifdef TWO_WORKERS
  pthread_t second;
  pthread_create(&second, 0, worker, 0);
  pthread_join(second, 0);
#endif
  pthread_join(first, 0);
}
