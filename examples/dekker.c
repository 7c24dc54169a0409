// Dekker's algorithm: the first solution of mutual exclusion for two threads
// that only load and store. Who finds that both want to enter gives way unless
// it has the turn. (Th. J. Dekker; in E. W. Dijkstra, Cooperating Sequential
// Processes, EWD 123, 1965.)
//
// The bug: release and acquire in place of seq_cst. Each thread may then see
// the other's flag as it was, as if its own store came after the load.
//
//   ./x check examples/dekker.c -DBUG
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef BUG
#define RAISE memory_order_release
#define LOOK memory_order_acquire
#else
#define RAISE memory_order_seq_cst
#define LOOK memory_order_seq_cst
#endif

static atomic_int wants[2], turn;
static int counter;

static void lock(int me) {
  int other = 1 - me;
  atomic_store_explicit(&wants[me], 1, RAISE);
  while (atomic_load_explicit(&wants[other], LOOK)) {
    if (atomic_load(&turn) == me) continue;
    atomic_store(&wants[me], 0);
    while (atomic_load(&turn) != me) {
    }
    atomic_store_explicit(&wants[me], 1, RAISE);
  }
}

static void unlock(int me) {
  atomic_store(&turn, 1 - me);
  atomic_store(&wants[me], 0);
}

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
