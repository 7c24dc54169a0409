// Concurrency Kit's read-write lock: a writer changes two variables, main reads both.
//
// -DBUG  unlocking is a store without the fence before it
#define CK_USE_CC_BUILTINS 1
#include <ck_pr.h>
#ifdef BUG
#define ck_pr_fence_unlock ck_pr_barrier
#endif
#include <assert.h>
#include <ck_rwlock.h>
#include <pthread.h>

static ck_rwlock_t lock = CK_RWLOCK_INITIALIZER;
static int first, second;

static void *write_both(void *unused) {
  ck_rwlock_write_lock(&lock);
  first++;
  second++;
  ck_rwlock_write_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t writer;
  pthread_create(&writer, 0, write_both, 0);
  ck_rwlock_read_lock(&lock);
  assert(first == second);
  ck_rwlock_read_unlock(&lock);
  pthread_join(writer, 0);
  return 0;
}
