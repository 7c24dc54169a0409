// Userspace RCU's lock-free stack, of its headers: two threads push, main takes all at once.
//
// -DBUG  a node is filled after it was pushed
#define _LGPL_SOURCE
#include <assert.h>
#include <pthread.h>
#include <urcu/lfstack.h>

struct Item {
  struct cds_lfs_node node;
  int value;
};

static struct __cds_lfs_stack stack;
static struct Item items[2];

static void *push(void *item) {
#ifndef BUG
  ((struct Item *)item)->value = 1;
#endif
  cds_lfs_push(&stack, &((struct Item *)item)->node);
#ifdef BUG
  ((struct Item *)item)->value = 1;
#endif
  return 0;
}

static int take_all(void) {
  int sum = 0;
  struct cds_lfs_node *node;
  cds_lfs_for_each(__cds_lfs_pop_all(&stack), node) sum += caa_container_of(node, struct Item, node)->value;
  return sum;
}

int main(void) {
  pthread_t other;
  __cds_lfs_init(&stack);
  pthread_create(&other, 0, push, &items[0]);
  push(&items[1]);
  int sum = take_all();
  pthread_join(other, 0);
  assert(sum + take_all() == 2);
  return 0;
}
