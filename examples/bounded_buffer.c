// The bounded buffer as a monitor: a lock, and a condition for each reason to
// wait. (C. A. R. Hoare, Monitors, CACM 17(10), 1974; that who is woken up has
// to look again: B. W. Lampson, D. D. Redell, Experience with Processes and
// Monitors in Mesa, CACM 23(2), 1980.)
//
// The bug: `if` in place of `while`. Between the signal and the moment in which
// the thread has the lock again another consumer may take the item.
//
//   ./x check examples/bounded_buffer.c -DBUG
#include <assert.h>
#include <threads.h>

#define CAPACITY 1
#define CONSUMERS 2

static mtx_t lock;
static cnd_t notEmpty, notFull;
static int items[CAPACITY], first, count;

static void put(int item) {
  mtx_lock(&lock);
  while (count == CAPACITY) cnd_wait(&notFull, &lock);
  items[(first + count) % CAPACITY] = item;
  ++count;
  cnd_signal(&notEmpty);
  mtx_unlock(&lock);
}

static int get(void) {
  mtx_lock(&lock);
#ifdef BUG
  if (count == 0) cnd_wait(&notEmpty, &lock);
#else
  while (count == 0) cnd_wait(&notEmpty, &lock);
#endif
  assert(count > 0);
  int item = items[first];
  first = (first + 1) % CAPACITY;
  --count;
  cnd_signal(&notFull);
  mtx_unlock(&lock);
  return item;
}

static int consumer(void *unused) {
  (void)unused;
  return get();
}

int main(void) {
  mtx_init(&lock, mtx_plain);
  cnd_init(&notEmpty);
  cnd_init(&notFull);
  thrd_t threads[CONSUMERS];
  for (int i = 0; i < CONSUMERS; ++i) thrd_create(&threads[i], consumer, NULL);
  for (int i = 0; i < CONSUMERS; ++i) put(i + 1);
  int sum = 0, item;
  for (int i = 0; i < CONSUMERS; ++i) {
    thrd_join(threads[i], &item);
    sum += item;
  }
  assert(sum == 3);
  return 0;
}
