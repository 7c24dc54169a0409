#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t done;

static void *worker(void *unused) {
  sem_post(&done);
  return unused;
}

int main(void) {
  pthread_t a, b;
  sem_init(&done, 0, 0);
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  sem_wait(&done);
  sem_wait(&done);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sem_trywait(&done) == -1);
}
