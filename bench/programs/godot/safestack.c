// safestack: threads pop from and push to Vyukov's SafeStack, which has a bug
// (posted to the CHESS forum in 2010; Awaiting for Godot, section V-B). A digit
// of OPS says how many operations a thread does: pop, push, pop ... The bug
// needs three threads with 3, 3 and 1 operations.
//
// Who pops an element exchanges its link for a mark, so that nobody else pops
// it; if the head has changed, he puts the link back. But the element may have
// been popped and pushed meanwhile, and then the link that he puts back, or the
// one that he has got, is not the present one: in the end two threads have the
// same element.
//
// UNCHECKED checks nothing, which is what the paper calls fixed. FIXED is: each
// change of the head has a number, and nobody marks an element. It has one more
// element, since the last one cannot be popped: all threads come to their end.
// With 3, 3 and 1 operations and no such element a thread is left that waits for
// ever, which is no fault of the stack. If it GIVES_UP, what is wrong is.
#include "../threads.h"

#ifndef OPS
#define OPS 21
#endif

enum { kNothing = -1, kThreads = OPS > 99 ? 3 : 2 };
#ifdef FIXED
enum { kItems = 4 };
#else
enum { kItems = 3 };
#endif

struct Item {
  atomic_int next;
  atomic_int value;
};

static struct Item items[kItems];
static atomic_int head;
static atomic_int count = kItems;

#ifdef FIXED

// The head is kItems times the number of its changes, plus the element.
static int pop(void) {
  while (atomic_load(&count) > 1) {
    int seen = atomic_load(&head);
    const int top = seen % kItems;
    const int below = atomic_load(&items[top].next);
    if (below < 0) continue;
    const int changed = seen - top + kItems + below;
    if (atomic_compare_exchange_strong(&head, &seen, changed)) {
      atomic_fetch_sub(&count, 1);
      return top;
    }
  }
  return kNothing;
}

static void push(int item) {
  int seen = atomic_load(&head), changed;
  do {
    const int top = seen % kItems;
    atomic_store(&items[item].next, top);
    changed = seen - top + kItems + item;
  } while (!atomic_compare_exchange_strong(&head, &seen, changed));
  atomic_fetch_add(&count, 1);
}

#else

static int pop(void) {
  while (atomic_load(&count) > 1) {
    const int top = atomic_load(&head);
    const int below = atomic_exchange(&items[top].next, kNothing);
    if (below < 0) continue;
    int seen = top;
    if (atomic_compare_exchange_strong(&head, &seen, below)) {
      atomic_fetch_sub(&count, 1);
      return top;
    }
    atomic_exchange(&items[top].next, below);
  }
  return kNothing;
}

static void push(int item) {
  int seen = atomic_load(&head);
  do atomic_store(&items[item].next, seen);
  while (!atomic_compare_exchange_strong(&head, &seen, item));
  atomic_fetch_add(&count, 1);
}

#endif

static void own(int self, int item) {
  atomic_store(&items[item].value, self);
#ifndef UNCHECKED
  assert(atomic_load(&items[item].value) == self);
#endif
}

static int operationsOf(int self) {
  int digits = OPS;
  for (int behind = kThreads - 1 - self; behind > 0; behind--) digits /= 10;
  return digits % 10;
}

static void *popAndPush(void *number) {
  const int self = numberOf(number);
  const int operations = operationsOf(self);
  for (int done = 0; done < operations; done += 2) {
    int item = pop();
#ifdef GIVES_UP
    if (item < 0) return 0;
#endif
    while (item < 0) item = pop();
    own(self, item);
    if (done + 1 < operations) push(item);
  }
  return 0;
}

int main(void) {
  for (int i = 0; i < kItems; i++) atomic_store(&items[i].next, i + 1 < kItems ? i + 1 : kNothing);
  runThreads(kThreads, popAndPush);
  return 0;
}
