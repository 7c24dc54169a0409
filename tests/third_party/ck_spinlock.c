// Concurrency Kit's spin locks: two threads count under -DLOCK=fas, cas or ticket.
//
// -DBUG  unlocking is a store without the fence before it
#define CK_USE_CC_BUILTINS 1
#include <ck_pr.h>
#ifdef BUG
#define ck_pr_fence_unlock ck_pr_barrier
#endif
#include <assert.h>
#include <ck_spinlock.h>
#include <pthread.h>

#define JOIN_(a, b, c) a##b##c
#define JOIN(a, b, c) JOIN_(a, b, c)

static JOIN(ck_spinlock_, LOCK, _t) lock;
static int count;

static void *work(void *unused) {
  JOIN(ck_spinlock_, LOCK, _lock)(&lock);
  count++;
  JOIN(ck_spinlock_, LOCK, _unlock)(&lock);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, 0);
  work(0);
  pthread_join(other, 0);
  assert(count == 2);
  return 0;
}
