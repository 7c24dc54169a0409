// The queue lock of Craig, Landin and Hagersten: each thread spins on the node
// of the one before it, and takes that node over for the next time. (T. S.
// Craig, Building FIFO and Priority-Queuing Spin Locks from Atomic Swap, TR
// 93-02-02, University of Washington, 1993; P. Magnusson, A. Landin,
// E. Hagersten, IPPS 1994.)
//
// The bug: a thread joins the queue before it has marked its node as busy. The
// one behind it finds the node free and enters, too.
//
//   ./x check examples/clh_lock.c -DBUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

struct node {
  atomic_bool busy;
};

struct handle {
  struct node *mine, *before;
};

static struct node nodes[3];
static _Atomic(struct node *) tail = &nodes[2];
static int counter;

static void lock(struct handle *handle) {
#ifdef BUG
  handle->before = atomic_exchange_explicit(&tail, handle->mine, memory_order_acq_rel);
  atomic_store_explicit(&handle->mine->busy, true, memory_order_relaxed);
#else
  atomic_store_explicit(&handle->mine->busy, true, memory_order_relaxed);
  handle->before = atomic_exchange_explicit(&tail, handle->mine, memory_order_acq_rel);
#endif
  while (atomic_load_explicit(&handle->before->busy, memory_order_acquire)) {
  }
}

static void unlock(struct handle *handle) {
  atomic_store_explicit(&handle->mine->busy, false, memory_order_release);
  handle->mine = handle->before;
}

static void countTwice(struct node *node) {
  struct handle handle = {node, NULL};
  for (int round = 0; round < 2; ++round) {
    lock(&handle);
    ++counter;
    unlock(&handle);
  }
}

static void *thread(void *unused) {
  countTwice(&nodes[1]);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, thread, NULL);
  countTwice(&nodes[0]);
  pthread_join(other, NULL);
  assert(counter == 4);
  return 0;
}
