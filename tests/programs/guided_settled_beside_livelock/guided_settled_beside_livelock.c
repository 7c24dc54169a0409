// Main waits for ever, whatever the assertions of the others say.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int z, w, never;
static void* first(void* unused) {
  assert(z == 0);
  return unused;
}
static void* second(void* unused) {
  assert(w == 2);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  w = 2;
  z = 2;
  w = 1;
  while (!never) {
  }
}
