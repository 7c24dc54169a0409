// A semaphore is freed while a thread that nobody joins waits for it, or begins to.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static void *waiter(void *semaphore) {
  sem_wait(semaphore);
  return NULL;
}

int main(void) {
  sem_t *semaphore = malloc(sizeof *semaphore);
  sem_init(semaphore, 0, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, waiter, semaphore);
  pthread_detach(thread);
  free(semaphore);
}
