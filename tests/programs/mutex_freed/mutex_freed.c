#include <pthread.h>
#include <stdlib.h>

void *user(void *lock) {
  pthread_mutex_lock(lock);
  pthread_mutex_unlock(lock);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_mutex_t *lock = malloc(sizeof *lock);
  pthread_mutex_init(lock, 0);
  pthread_create(&t, 0, user, lock);
  free(lock);
  pthread_join(t, 0);
}
