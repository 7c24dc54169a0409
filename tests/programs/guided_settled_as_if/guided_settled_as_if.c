// The assertion fails in every execution: none of them ends with main waiting for ever.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int y, never;
static void* fail(void* unused) {
  y = 0;
  assert(y == 2);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, fail, 0);
  while (!never) {
  }
}
