// Harris's sorted list without locks: a node is removed in two steps. First its
// own pointer is marked, so that nobody can link a node behind it any more; then
// it is unlinked, by whoever passes by. (T. L. Harris, A Pragmatic
// Implementation of Non-Blocking Linked-Lists, DISC 2001.)
//
// The bug: the node is unlinked without the mark. What is linked behind it at
// the same moment is lost with it.
//
//   ./x check examples/harris_list.c -DBUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct node {
  int key;
  atomic_uintptr_t next;  // address of the next node; the last bit is the mark
};

static struct node last = {4, 0}, one = {1, (uintptr_t)&last}, first = {0, (uintptr_t)&one};
static struct node two = {2, 0}, three = {3, 0};

static struct node *address(uintptr_t link) { return (struct node *)(link & ~(uintptr_t)1); }

static bool relink(struct node *node, uintptr_t from, uintptr_t to) {
  return atomic_compare_exchange_strong_explicit(&node->next, &from, to, memory_order_acq_rel, memory_order_relaxed);
}

// The first node whose key is not below `key`, and the one before it. Unlinks marked nodes on the way.
static struct node *find(int key, struct node **before) {
  for (;;) {
    *before = &first;
    struct node *node = address(atomic_load_explicit(&first.next, memory_order_acquire));
    for (;;) {
      uintptr_t next = atomic_load_explicit(&node->next, memory_order_acquire);
      if (next & 1) {
        if (!relink(*before, (uintptr_t)node, (uintptr_t)address(next))) break;
      } else if (node->key >= key) {
        return node;
      } else {
        *before = node;
      }
      node = address(next);
    }
  }
}

static void insert(struct node *node) {
  struct node *before, *after;
  do {
    after = find(node->key, &before);
    atomic_store_explicit(&node->next, (uintptr_t)after, memory_order_relaxed);
  } while (!relink(before, (uintptr_t)after, (uintptr_t)node));
}

static void removeKey(int key) {
  for (;;) {
    struct node *before, *node = find(key, &before);
    if (node->key != key) return;
    uintptr_t next = atomic_load_explicit(&node->next, memory_order_acquire);
#ifndef BUG
    if (next & 1 || !relink(node, next, next | 1)) continue;
#endif
    relink(before, (uintptr_t)node, next);  // if that fails, find() does it
    return;
  }
}

static void *thread(void *unused) {
  insert(&two);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, thread, NULL);
  removeKey(1);
  insert(&three);
  pthread_join(other, NULL);
  struct node *before;
  for (int key = 2; key <= 3; ++key) assert(find(key, &before)->key == key);
  return 0;
}
