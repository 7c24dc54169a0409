#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *waiter(void *unused) {
  pthread_mutex_lock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&lock);
  pthread_create(&t, 0, waiter, 0);
  return 0;
}
