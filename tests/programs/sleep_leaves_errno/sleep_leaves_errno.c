// Sleeps whose times are valid leave errno as it is.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int f;

static void* waiter(void* unused) {
  struct timespec copied = {0, 1000};
  struct timespec stored;
  stored.tv_sec = 1;
  stored.tv_nsec = 999999999;
  static const struct timespec constant = {2, 0};
  errno = 0;
  while (atomic_load(&f) < 1) nanosleep(&copied, 0);
  while (atomic_load(&f) < 2) nanosleep(&stored, &stored);
  while (atomic_load(&f) < 3) nanosleep(&constant, 0);
  assert(errno == 0);
  return 0;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, 0, waiter, 0);
  for (int i = 1; i <= 3; ++i) atomic_store(&f, i);
  pthread_join(a, 0);
  return 0;
}
