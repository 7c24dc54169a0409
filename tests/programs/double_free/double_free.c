#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *drop(void *block) {
  pthread_mutex_lock(&lock);
  free(block);
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  void *block = malloc(8);
  pthread_create(&a, 0, drop, block);
  pthread_create(&b, 0, drop, block);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
