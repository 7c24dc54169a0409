#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kBias = 1000 };
atomic_int word = kBias;
int firstTries, secondTries;

void readLock(int *tries) {
  while (++*tries, atomic_fetch_sub(&word, 1) <= 0) {
    atomic_fetch_add(&word, 1);
    while (atomic_load(&word) <= 0)
      ;
  }
}

void writeLock(int *tries) {
  while (++*tries, atomic_fetch_sub(&word, kBias) != kBias) {
    atomic_fetch_add(&word, kBias);
    while (atomic_load(&word) != kBias)
      ;
  }
}

void *readAndWrite(void *unused) {
  readLock(&firstTries);
  atomic_fetch_add(&word, 1);
  writeLock(&firstTries);
  atomic_fetch_add(&word, kBias);
  return unused;
}

void *writeOnly(void *unused) {
  writeLock(&secondTries);
  atomic_fetch_add(&word, kBias);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, readAndWrite, 0);
  pthread_create(&b, 0, writeOnly, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(firstTries != 2 || secondTries != 3);
}
