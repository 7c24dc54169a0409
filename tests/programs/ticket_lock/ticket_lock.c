#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct TicketLock {
  atomic_uint next, serving;
} lock;
int counter;

static void acquire(struct TicketLock *l) {
  const unsigned mine = atomic_fetch_add_explicit(&l->next, 1, memory_order_relaxed);
  while (atomic_load_explicit(&l->serving, memory_order_acquire) != mine)
    ;
}

static void release(struct TicketLock *l) { atomic_fetch_add_explicit(&l->serving, 1, memory_order_release); }

void *add(void *unused) {
  acquire(&lock);
  ++counter;
  release(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2);
}
