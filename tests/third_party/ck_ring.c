// Concurrency Kit's ring of one producer and one consumer.
//
// -DBUG  without the fence between a slot and the index that publishes it
#define CK_USE_CC_BUILTINS 1
#include <ck_pr.h>
#ifdef BUG
#define ck_pr_fence_store ck_pr_barrier
#endif
#include <assert.h>
#include <ck_ring.h>
#include <pthread.h>

static ck_ring_t ring;
static ck_ring_buffer_t slots[4];
static int values[] = {0, 1, 2};

static void *produce(void *unused) {
  ck_ring_enqueue_spsc(&ring, slots, &values[1]);
  ck_ring_enqueue_spsc(&ring, slots, &values[2]);
  return unused;
}

int main(void) {
  pthread_t producer;
  ck_ring_init(&ring, 4);
  pthread_create(&producer, 0, produce, 0);
  int last = 0;
  for (int tries = 0; tries < 3; ++tries) {
    void *value;
    if (ck_ring_dequeue_spsc(&ring, slots, &value)) assert(*(int *)value == ++last);
  }
  pthread_join(producer, 0);
  return 0;
}
