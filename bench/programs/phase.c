// COUNT times a lock and an unlock by main, before it starts a thread.
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *worker(void *unused) { return unused; }

int main(void) {
  for (int i = 0; i < COUNT; i++) {
    pthread_mutex_lock(&mutex);
    sum++;
    pthread_mutex_unlock(&mutex);
  }
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  pthread_join(thread, 0);
  return sum != COUNT;
}
