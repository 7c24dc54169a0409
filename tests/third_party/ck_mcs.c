// Concurrency Kit's MCS lock: two threads count under it.
//
// Who unlocks reads the pointer to its successor and writes to what it points to, with nothing between the two. Processors
// order that, since the second depends on the first; the memory models of C and C++ do not.
//
// -DORDERED  with a fence between the two (ck_ordered.h)
// -DBUG      without the one before unlocking
#define CK_USE_CC_BUILTINS 1
#include <ck_pr.h>
#ifdef BUG
#define ck_pr_fence_unlock ck_pr_barrier
#endif
#include "ck_ordered.h"

#include <assert.h>
#include <ck_spinlock.h>
#include <pthread.h>

static ck_spinlock_mcs_t lock = CK_SPINLOCK_MCS_INITIALIZER;
static ck_spinlock_mcs_context_t contexts[2];
static int count;

static void *work(void *context) {
  ck_spinlock_mcs_lock(&lock, context);
  count++;
  ck_spinlock_mcs_unlock(&lock, context);
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, work, &contexts[0]);
  work(&contexts[1]);
  pthread_join(other, 0);
  assert(count == 2);
  return 0;
}
