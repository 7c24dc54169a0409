// read_read_write: one thread reads a word, looks at its version, and reads it
// again, while another announces a new version, writes the word, and announces
// that it is done (after ReadReadWrite of Kusano and Wang, ASE 2014, Table 2,
// of which the paper has only the name and the numbers).
//
// Seven traces. The assertion compares the two reads, and there the write comes
// before both, between them, or after both: 3.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int word, version;

static void *readTwice(void *unused) {
  const int first = atomic_load(&word);
  (void)atomic_load(&version);
  const int second = atomic_load(&word);
  assert(first <= second);
  return unused;
}

static void *writeOnce(void *unused) {
  atomic_store(&version, 1);
  atomic_store(&word, 42);
  atomic_store(&version, 2);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, readTwice, 0);
  pthread_create(&threads[1], 0, writeOnce, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return 0;
}
