#include <pthread.h>
#include <stdatomic.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int flag;
static int data;

static void *first(void *unused) {
  data = 1;
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return unused;
}

static void *second(void *unused) {
  if (!atomic_load_explicit(&flag, memory_order_relaxed)) return unused;
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  data = 2;
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_rwlock_tryrdlock(&lock);
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
