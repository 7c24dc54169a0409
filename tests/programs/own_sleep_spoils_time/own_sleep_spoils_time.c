// A function of the program is no sleep because its name ends so: it makes the time invalid.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int flag;

static void *setter(void *unused) {
  atomic_store(&flag, 1);
  return 0;
}

// Calls itself, so that it is not inlined.
static void adjust_sleep(struct timespec *time, int depth) {
  if (depth > 0) {
    adjust_sleep(time, depth / 2);
    adjust_sleep(time, depth - 1);
  }
  time->tv_nsec = 2000000000;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, setter, 0);
  struct timespec time = {0, 1};
  adjust_sleep(&time, 3);
  errno = 0;
  while (!atomic_load(&flag)) nanosleep(&time, 0);  // EINVAL
  assert(errno == 0);
  pthread_join(thread, 0);
  return 0;
}
