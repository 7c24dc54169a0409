// Userspace RCU's wait-free queue, of its headers: a thread enqueues two nodes, main dequeues them in that order.
//
// A node is found through a pointer that is read volatile, and nothing else orders what is in it: processors do, since
// the address depends on that pointer; the memory models of C and C++ do not.
//
// -DBUG  two threads dequeue, of which only one may at a time
#define _LGPL_SOURCE
#define CDS_WFCQ_WAIT_SLEEP(milliseconds)  // it calls poll()
#include <assert.h>
#include <pthread.h>
#include <urcu/wfcqueue.h>

struct Item {
  struct cds_wfcq_node node;
  int value;
};

static struct __cds_wfcq_head head;
static struct cds_wfcq_tail tail;
static struct Item items[2];

static void fill(struct Item *item, int value) { item->value = value; }
static int valueOf(struct Item *item) { return item->value; }

static void *enqueue(void *unused) {
  for (int i = 0; i < 2; ++i) {
    fill(&items[i], i + 1);
    cds_wfcq_node_init(&items[i].node);
    cds_wfcq_enqueue(&head, &tail, &items[i].node);
  }
  return unused;
}

static void *dequeue(void *unused) {
  static __thread int last;
  for (int tries = 0; tries < 2; ++tries) {
    struct cds_wfcq_node *node = __cds_wfcq_dequeue_blocking(&head, &tail);
    if (node) assert(valueOf(caa_container_of(node, struct Item, node)) > last++);
  }
  return unused;
}

int main(void) {
  pthread_t producer, other;
  __cds_wfcq_init(&head, &tail);
  pthread_create(&producer, 0, enqueue, 0);
#ifdef BUG
  pthread_create(&other, 0, dequeue, 0);
#endif
  dequeue(0);
  pthread_join(producer, 0);
#ifdef BUG
  pthread_join(other, 0);
#endif
  return 0;
}
