#include <pthread.h>

static pthread_rwlock_t lock;

static void *reader(void *unused) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, reader, 0);
  pthread_rwlock_init(&lock, 0);
  pthread_join(thread, 0);
}
