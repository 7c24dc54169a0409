#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex;
static pthread_cond_t changed;
static atomic_int ready;

static void *wait(void *unused) {
  pthread_mutex_lock(&mutex);
  while (!atomic_load(&ready)) pthread_cond_wait(&changed, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_mutex_init(&mutex, NULL);
  pthread_cond_init(&changed, NULL);
  pthread_t thread;
  pthread_create(&thread, NULL, wait, NULL);
  atomic_store(&ready, 1);  // without the mutex
  pthread_cond_signal(&changed);
  pthread_join(thread, NULL);
}
