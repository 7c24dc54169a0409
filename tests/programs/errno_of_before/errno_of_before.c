#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

atomic_int flag;

void *waiter(void *unused) {
  errno = EINTR;
  for (unsigned n = 0; !atomic_load(&flag); n++)
    for (unsigned i = 0; i < n; i++) {
      struct timespec t = {0, 1};
      do nanosleep(&t, &t);
      while (errno == EINTR);
    }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  atomic_store(&flag, 1);
  pthread_join(t, 0);
}
