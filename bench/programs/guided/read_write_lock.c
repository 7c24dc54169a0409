// read_write_lock: two readers and two writers of one word, with a lock for
// readers and writers that is made of one word, too (after the program of that
// name of SV-COMP; ReadWriteLock of Kusano and Wang, ASE 2014, Table 2).
//
// A reader must find the word unchanged while it has the lock. What it saw, and
// who had the lock last, is kept for all to see, but no assertion looks there:
// 5,808 traces with it, 212 without.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { kWriter = -1 };

static atomic_int state;  // the number of readers, or kWriter
static atomic_int x;
static atomic_int lastSeen, lastUser;

static void lockToWrite(void) {
  int none = 0;
  while (!atomic_compare_exchange_strong(&state, &none, kWriter)) none = 0;
}

static void unlockWriter(void) { atomic_store(&state, 0); }

static void lockToRead(void) {
  int readers;
  do {
    readers = atomic_load(&state);
  } while (readers == kWriter || !atomic_compare_exchange_strong(&state, &readers, readers + 1));
}

static void unlockReader(void) { atomic_fetch_sub(&state, 1); }

static void *writer(void *number) {
  lockToWrite();
  atomic_store(&x, 3);
  unlockWriter();
  atomic_store(&lastUser, (int)(intptr_t)number);
  return 0;
}

static void *reader(void *number) {
  lockToRead();
  const int seen = atomic_load(&x);
  atomic_store(&lastSeen, seen);
  assert(seen == atomic_load(&x));
  unlockReader();
  atomic_store(&lastUser, (int)(intptr_t)number);
  return 0;
}

int main(void) {
  pthread_t threads[4];
  for (intptr_t i = 0; i < 4; i++) pthread_create(&threads[i], 0, i % 2 ? reader : writer, (void *)i);
  for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
  return 0;
}
