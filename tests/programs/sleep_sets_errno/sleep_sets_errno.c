// A sleep of no valid time sets errno: an iteration with it has an effect.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int f;

static void *waiter(void *unused) {
  struct timespec wrong = {0, 2000000000};
  errno = 0;
  for (;;) {
    int s = atomic_load(&f);
    if (s == 2) break;
    if (s == 1) nanosleep(&wrong, 0);  // EINVAL
  }
  assert(errno == 0);
  return 0;
}

static void *setter(void *unused) {
  atomic_store(&f, 1);
  atomic_store(&f, 2);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, setter, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
