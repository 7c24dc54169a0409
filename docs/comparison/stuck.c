#include <pthread.h>
#include <stdatomic.h>

static atomic_int stage;

static void *wait(void *unused) {
  while (atomic_load(&stage) != 1) {
  }
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait, NULL);
  atomic_store(&stage, 1);
  atomic_store(&stage, 2);  // too early
  pthread_join(thread, NULL);
}
