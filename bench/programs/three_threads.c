// Three threads of COUNT atomic operations each on one word. The results are
// used, so that no two operations commute and every tool has to explore all
// orders: 1680 for COUNT 3, 34650 for COUNT 4.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int word;

static void *worker(void *unused) {
  (void)unused;
  long sum = 0;
  for (int i = 0; i < COUNT; i++) sum += atomic_fetch_add(&word, 1);
  return (void *)sum;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_create(&c, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
