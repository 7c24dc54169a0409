#include <assert.h>
#include <pthread.h>

#ifdef MUTEX
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#define READ_LOCK pthread_mutex_lock
#define WRITE_LOCK pthread_mutex_lock
#define UNLOCK pthread_mutex_unlock
#else
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
#define READ_LOCK pthread_rwlock_rdlock
#define WRITE_LOCK pthread_rwlock_wrlock
#define UNLOCK pthread_rwlock_unlock
#endif
static int value, computations;

static void *get(void *unused) {
  READ_LOCK(&lock);
  int known = value;
  UNLOCK(&lock);
  if (known) return unused;
  WRITE_LOCK(&lock);
  if (!value) {
    ++computations;
    value = 1;
  }
  UNLOCK(&lock);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], 0, get, 0);
  get(0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
  assert(computations == 1);
}
