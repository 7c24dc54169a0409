// A data race between two threads, and assertions that fail in others. The race
// stops the thread whose access comes second; which one that is depends on the
// order in which an execution is run. The search must not take that for
// nondeterminism, and must go on to the assertions.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int readers;
static int data, first;
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;

static int enter(void) {
  int seen;
  do {
    do seen = atomic_load(&readers);
    while (seen < 0);
  } while (!atomic_compare_exchange_strong(&readers, &seen, seen + 1));
  return seen;
}

static void *stays(void *arg) {
  first = enter();
  return arg;
}

static void *writes(void *arg) {
  pthread_mutex_lock(&other);
  data = 1;
  return arg;
}

static void *reads(void *arg) {
  enter();
  (void)*(volatile int *)&data;
  atomic_fetch_sub(&readers, 1);
  return arg;
}

int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], NULL, stays, NULL);
  pthread_create(&t[1], NULL, writes, NULL);
  pthread_create(&t[2], NULL, reads, NULL);
  const int second = enter();
  pthread_join(t[0], NULL);
  assert(!(first == 0 && second == 1));
  assert(!(first == 0 && second == 2));
  assert(!(first == 1 && second == 0));
  assert(!(first == 1 && second == 1));
  assert(!(first == 1 && second == 2));
  assert(!(first == 2 && second == 0));
  assert(!(first == 2 && second == 1));
}
