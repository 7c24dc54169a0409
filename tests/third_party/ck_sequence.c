// Concurrency Kit's sequence lock: a reader never gets half of what a writer has changed.
//
// What is copied while it may change is copied plainly, as everybody does: a data race. Taken for relaxed accesses, it is
// explored which values they find.
//
// -DBUG  without the fence between the copy and the second look at the version
#define CK_USE_CC_BUILTINS 1
#include <ck_pr.h>
#ifdef BUG
#define ck_pr_fence_load ck_pr_barrier
#endif
#include <assert.h>
#include <ck_sequence.h>
#include <pthread.h>

struct Pair {
  int first, second;
};

static ck_sequence_t sequence = CK_SEQUENCE_INITIALIZER;
static struct Pair pair;

static void set(int value) {
  pair.first = value;
  pair.second = value;
}
static struct Pair get(void) { return pair; }

static void *change(void *unused) {
  ck_sequence_write_begin(&sequence);
  set(1);
  ck_sequence_write_end(&sequence);
  return unused;
}

int main(void) {
  pthread_t writer;
  pthread_create(&writer, 0, change, 0);
  struct Pair copy;
  unsigned version;
  do {
    version = ck_sequence_read_begin(&sequence);
    copy = get();
  } while (ck_sequence_read_retry(&sequence, version));
  assert(copy.first == copy.second);
  pthread_join(writer, 0);
  return 0;
}
