// The same queue, a test for each of its promises (docs/testing.md).
#include <heddle/test.h>
#include <pthread.h>

#include "ring.h"

static struct ring ring;

static void *produce(void *unused) {
  for (int value = 1; value <= 2; ++value) heddle_assert(ring_push(&ring, value));
  return unused;
}

HEDDLE_TEST(is_first_in_first_out) {
  pthread_t producer;
  pthread_create(&producer, 0, produce, 0);
  int value = 0;
  if (ring_pop(&ring, &value)) HEDDLE_ASSERT_EQ(value, 1);
  if (ring_pop(&ring, &value)) HEDDLE_ASSERT_GE(value, 1);
  pthread_join(producer, 0);
}

static void *produce_one(void *unused) {
  ring_push(&ring, 3);
  return unused;
}

HEDDLE_TEST(has_one_producer, "--expect data-race") {
  pthread_t producer;
  pthread_create(&producer, 0, produce_one, 0);
  ring_push(&ring, 4);
  pthread_join(producer, 0);
}
