#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_rwlock_t *lock;
static atomic_int isRead, isFreed;

static void *reader(void *unused) {
  pthread_rwlock_rdlock(lock);
  atomic_store(&isRead, 1);
  while (!atomic_load(&isFreed)) {
  }
  pthread_rwlock_unlock(lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  lock = malloc(sizeof *lock);
  pthread_rwlock_init(lock, 0);
  pthread_create(&thread, 0, reader, 0);
  while (!atomic_load(&isRead)) {
  }
  free(lock);
  atomic_store(&isFreed, 1);
  pthread_join(thread, 0);
}
