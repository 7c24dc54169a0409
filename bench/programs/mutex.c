// Three threads take one mutex COUNT times each, to add to a plain number.
#include <pthread.h>

static pthread_mutex_t mutex;
static int number;

static void *worker(void *unused) {
  (void)unused;
  for (int i = 0; i < COUNT; i++) {
    pthread_mutex_lock(&mutex);
    number++;
    pthread_mutex_unlock(&mutex);
  }
  return 0;
}

int main(void) {
  pthread_t a, b, c;
  pthread_mutex_init(&mutex, 0);
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_create(&c, 0, worker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
