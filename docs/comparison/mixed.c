#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static union {
  atomic_uint word;
  atomic_uchar byte[4];
} lock;

static void *release(void *unused) {
  atomic_store(&lock.byte[0], 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, release, NULL);
  assert(atomic_load(&lock.word) == 0);
  pthread_join(thread, NULL);
}
