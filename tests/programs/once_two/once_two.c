#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int x;

static void set(void) { x++; }

static void *worker(void *unused) {
  pthread_once(&once, set);
  assert(x == 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  worker(0);
  pthread_join(thread, 0);
}
