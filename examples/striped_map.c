// A hash table with lock striping: a few locks, each for every so many buckets,
// so that threads with different buckets do not wait for each other. (D. Lea,
// java.util.concurrent.ConcurrentHashMap, 2004; M. Herlihy, N. Shavit, The Art
// of Multiprocessor Programming, 2008, chapter 13.)
//
// The bug: the lock is chosen by the hash, not by the bucket. Two keys of one
// bucket may have different locks.
//
//   ./x check examples/striped_map.c -DBUG
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#define BUCKETS 3
#define LOCKS 2

struct entry {
  unsigned key;
  int value;
  struct entry *next;
};

static struct entry *buckets[BUCKETS];
static pthread_mutex_t locks[LOCKS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static pthread_mutex_t *lockOf(unsigned hash) {
#ifdef BUG
  return &locks[hash % LOCKS];
#else
  return &locks[hash % BUCKETS % LOCKS];
#endif
}

static int add(unsigned key, int amount) {
  pthread_mutex_lock(lockOf(key));
  struct entry **place = &buckets[key % BUCKETS];
  while (*place != NULL && (*place)->key != key) place = &(*place)->next;
  if (*place == NULL) {
    *place = malloc(sizeof **place);
    **place = (struct entry){key, 0, NULL};
  }
  int value = (*place)->value += amount;
  pthread_mutex_unlock(lockOf(key));
  return value;
}

static void *thread(void *unused) {
  add(0, 1);
  add(1, 10);
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, thread, NULL);
  add(3, 100);  // in the bucket of 0
  add(0, 1);
  pthread_join(other, NULL);
  assert(add(0, 0) == 2 && add(1, 0) == 10 && add(3, 0) == 100);
  return 0;
}
