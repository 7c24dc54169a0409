#include <pthread.h>
#include <stdatomic.h>

atomic_int count;

void *worker(void *unused) {
  count++;
  return unused;
}

int main(void) {
  pthread_t t;
  for (;;) pthread_create(&t, 0, worker, 0);
}
