// Peterson's lock for two threads: each says that it wants to enter, then lets
// the other go first. (G. L. Peterson, Myths About the Mutual Exclusion
// Problem, Information Processing Letters 12(3), 1981.)
//
// The bug: the two stores in the wrong order. A thread that gives way before it
// has raised its flag gives way to nobody.
//
//   ./x check examples/peterson.c -DBUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_bool wants[2];
static atomic_int turn;
static int counter;

static void lock(int me) {
  int other = 1 - me;
#ifdef BUG
  atomic_store(&turn, other);
  atomic_store(&wants[me], true);
#else
  atomic_store(&wants[me], true);
  atomic_store(&turn, other);
#endif
  while (atomic_load(&wants[other]) && atomic_load(&turn) == other) {
  }
}

static void unlock(int me) { atomic_store(&wants[me], false); }

static void *thread(void *argument) {
  int me = argument != NULL;
  lock(me);
  ++counter;
  unlock(me);
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, thread, &other);
  thread(NULL);
  pthread_join(other, NULL);
  assert(counter == 2);
  return 0;
}
