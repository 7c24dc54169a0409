#include <pthread.h>
#include <stdatomic.h>

static atomic_int number;
static _Atomic(atomic_int *) pointer;

static void *publish(void *unused) {
  atomic_store(&pointer, &number);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, publish, NULL);
  atomic_store(atomic_load(&pointer), 1);
  pthread_join(thread, NULL);
}
