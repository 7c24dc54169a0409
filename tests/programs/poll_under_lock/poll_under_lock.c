#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int done;

void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  done = 1;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  for (;;) {
    pthread_mutex_lock(&mutex);
    int seen = done;
    pthread_mutex_unlock(&mutex);
    if (seen) break;
  }
  pthread_join(t, 0);
}
