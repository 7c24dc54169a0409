#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
atomic_int flag;
void *set(void *a) {
  atomic_store(&flag, 1);
  return 0;
}
int main(void) {
  pthread_t t;
  struct timespec bad = {0, 2000000000};
  pthread_create(&t, 0, set, 0);
  errno = EINTR;
  while (!atomic_load(&flag)) nanosleep(&bad, 0); /* EINVAL */
  assert(errno == EINTR);
  pthread_join(t, 0);
  return 0;
}
