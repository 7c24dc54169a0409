#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int *instance;

void *get(void *unused) {
  if (instance == 0) {
    pthread_mutex_lock(&lock);
    if (instance == 0) instance = calloc(1, sizeof *instance);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, get, 0);
  pthread_create(&b, 0, get, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
