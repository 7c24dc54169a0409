#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

pthread_t threads[2];
atomic_int ready;

void *waitFor(void *other) {
  heddle_assume(atomic_load(&ready));
  pthread_join(*(pthread_t *)other, 0);
  return 0;
}

int main(void) {
  pthread_create(&threads[0], 0, waitFor, &threads[1]);
  pthread_create(&threads[1], 0, waitFor, &threads[0]);
  atomic_store(&ready, 1);
  pthread_exit(0);
}
