#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *writer(void *unused) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return unused;
}

// Returns with the lock held, in memory that the next call has again.
static void leave(void) {
  pthread_rwlock_t local = PTHREAD_RWLOCK_INITIALIZER;
  pthread_rwlock_wrlock(&local);
  pthread_rwlock_unlock(&local);
  pthread_rwlock_rdlock(&local);
}

int main(void) {
  pthread_t thread;
  leave();
  leave();
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_init(&lock, 0);
  pthread_create(&thread, 0, writer, 0);
  pthread_join(thread, 0);
  pthread_rwlock_wrlock(&lock);
  lock = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
  pthread_rwlock_rdlock(&lock);
}
