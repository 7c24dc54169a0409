// Concurrency Kit's queue of one producer and one consumer, a list.
//
// As in the MCS lock, what is behind a pointer is read with nothing after the load of the pointer: that is ordered by the
// dependency, for a processor.
//
// -DORDERED  with a fence after the load (ck_ordered.h)
// -DBUG      without the one between a node and the pointer that publishes it
#define CK_USE_CC_BUILTINS 1
#include <ck_pr.h>
#ifdef BUG
#define ck_pr_fence_store ck_pr_barrier
#endif
#include "ck_ordered.h"

#include <assert.h>
#include <ck_fifo.h>
#include <pthread.h>

static ck_fifo_spsc_t fifo;
static ck_fifo_spsc_entry_t entries[3];
static int values[] = {0, 1, 2};

static void *produce(void *unused) {
  for (int i = 1; i <= 2; ++i) ck_fifo_spsc_enqueue(&fifo, &entries[i], &values[i]);
  return unused;
}

int main(void) {
  pthread_t producer;
  ck_fifo_spsc_init(&fifo, &entries[0]);
  pthread_create(&producer, 0, produce, 0);
  int last = 0;
  for (int tries = 0; tries < 3; ++tries) {
    void *value = 0;
    if (ck_fifo_spsc_dequeue(&fifo, &value)) assert(value == &values[++last]);
  }
  pthread_join(producer, 0);
  return 0;
}
