// A thread waits and counts how often it looks.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef WANTED
#define WANTED 42
#endif

atomic_int ready;
int data;

static void *producer(void *unused) {
  data = 42;
  atomic_store(&ready, 1);
  return unused;
}

static void *consumer(void *looks) {
  while (!atomic_load(&ready)) ++*(long *)looks;
  assert(data == WANTED);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  long looks = 0;
  pthread_create(&threads[0], 0, consumer, &looks);
  pthread_create(&threads[1], 0, producer, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  return looks > 1000000;
}
