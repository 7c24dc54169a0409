#include <heddle/heddle.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *waits(void *unused) {
  __VERIFIER_atomic_begin();
  while (!atomic_load(&flag)) {
  }
  __VERIFIER_atomic_end();
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waits, 0);
  pthread_join(thread, 0);
}
