// Three values through a ring of two: it is full once, and wraps around.
#include "ring.h"

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static struct ring ring;

static void* producer(void* unused) {
  for (int value = 1; value <= 3; ++value) ring_push(&ring, value);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, producer, NULL);
  int last = 0, value = 0;
  for (int i = 0; i < 3; ++i)
    if (ring_pop(&ring, &value)) {
      assert(value > last);
      last = value;
    }
  pthread_join(thread, NULL);
  return 0;
}
