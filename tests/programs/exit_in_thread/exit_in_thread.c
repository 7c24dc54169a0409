#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

atomic_int x;

void *quit(void *unused) {
  atomic_store(&x, 1);
  exit(0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, quit, 0);
  pthread_join(t, 0);
  assert(!"main goes on after the process has ended");
}
