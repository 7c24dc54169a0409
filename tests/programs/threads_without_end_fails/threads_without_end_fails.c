// Each thread starts the next one.
#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;

void *worker(void *unused) {
  int before = count++;
  heddle_assert(before != 2);
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  return unused;
}

int main(void) {
  worker(0);
  pthread_exit(0);
}
