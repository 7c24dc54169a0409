// Semaphores, with and without names.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t items;
static int made;

static void* makes(void* argument) {
  made = 1;
  assert(sem_post(&items) == 0);
  return argument;
}

int main(void) {
  const struct timespec past = {.tv_sec = 1};
  pthread_t thread;
  int value = 77;
  assert(sem_init(&items, 0, 0) == 0);
  assert(pthread_create(&thread, 0, makes, 0) == 0);
  assert(sem_wait(&items) == 0 && made == 1);
  assert(pthread_join(thread, 0) == 0);
  assert(sem_getvalue(&items, &value) == 0 && value == 0);
  errno = 0;
  assert(sem_trywait(&items) == -1 && errno == EAGAIN);
  errno = 0;
  assert(sem_timedwait(&items, &past) == -1 && errno == ETIMEDOUT);
  errno = 0;
  assert(sem_timedwait(&items, &(struct timespec){.tv_nsec = 1000000000}) == -1 && errno == EINVAL);
  errno = 0;
  assert(sem_clockwait(&items, 77, &past) == -1 && errno == EINVAL);
  errno = 0;
  assert(sem_init(&items, 0, 1U << 31) == -1 && errno == EINVAL);
  errno = 0;
  assert(sem_clockwait(&items, CLOCK_MONOTONIC, &(struct timespec){0}) == -1 && errno == ETIMEDOUT);
  assert(sem_post(&items) == 0 && sem_post(&items) == 0 && sem_post(&items) == 0);
  assert(sem_getvalue(&items, &value) == 0 && value == 3);
  assert(sem_trywait(&items) == 0 && sem_timedwait(&items, &past) == 0);
  assert(sem_clockwait(&items, CLOCK_REALTIME, &past) == 0);
  assert(sem_destroy(&items) == 0);

  sem_unlink("/heddle-supported");
  errno = 0;
  assert(sem_open("/heddle-supported", 0) == SEM_FAILED && errno == ENOENT);
  sem_t* named = sem_open("/heddle-supported", O_CREAT | O_EXCL, 0600, 2);
  assert(named != SEM_FAILED);
  errno = 0;
  assert(sem_open("/heddle-supported", O_CREAT | O_EXCL, 0600, 2) == SEM_FAILED && errno == EEXIST);
  assert(sem_getvalue(named, &value) == 0 && value == 2);
  assert(sem_wait(named) == 0 && sem_close(named) == 0);
  assert(sem_unlink("/heddle-supported") == 0);
  errno = 0;
  assert(sem_unlink("/heddle-supported") == -1 && errno == ENOENT);
  return 0;
}
