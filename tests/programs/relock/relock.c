#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void inner(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_mutex_lock(&lock);
  inner();
  pthread_mutex_unlock(&lock);
}
