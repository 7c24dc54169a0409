// A mutex is freed by who holds it, while a thread that nobody joins locks it.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t *mutex;

static void *holder(void *unused) {
  pthread_mutex_lock(mutex);
  free(mutex);
  return unused;
}

static void *late(void *unused) {
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
  return unused;
}

int main(void) {
  mutex = malloc(sizeof *mutex);
  pthread_mutex_init(mutex, NULL);
  pthread_t first, second;
  pthread_create(&first, NULL, holder, NULL);
  pthread_create(&second, NULL, late, NULL);
  pthread_detach(second);
  pthread_join(first, NULL);
}
