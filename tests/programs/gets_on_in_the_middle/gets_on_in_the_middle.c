// A thread gets on only with what another one's round has in the middle.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, done;
static int isWanted[2] = {0, 1};

static void *look(void *unused) {
  (void)unused;
  while (!isWanted[atomic_load(&x)]) {
  }
  atomic_store(&done, 1);
  return 0;
}

int main(void) {
  pthread_t looks;
  pthread_create(&looks, 0, look, 0);
  while (!atomic_load(&done)) {
    atomic_fetch_add(&x, 1);
    atomic_fetch_sub(&x, 1);
  }
  pthread_join(looks, 0);
  return 0;
}
