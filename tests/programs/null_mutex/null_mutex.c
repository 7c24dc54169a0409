#include <pthread.h>

pthread_mutex_t *lock;

int main(void) {
  pthread_mutex_lock(lock);
}
