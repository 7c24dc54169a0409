#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int data;

void *other(void *unused) {
  data = 1;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  int r = 0;
  pthread_create(&t, 0, other, 0);
  if (pthread_mutex_trylock(&lock) == 0)
    pthread_mutex_unlock(&lock);
  else
    r = data;
  pthread_join(t, 0);
  return r;
}
