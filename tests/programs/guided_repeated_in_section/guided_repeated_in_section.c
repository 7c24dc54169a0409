// What a section of a lock touches was touched just before it, too.
#include <assert.h>
#include <pthread.h>

static int d;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void* write(void* unused) {
  d = 1;
  pthread_mutex_lock(&m);
  ++d;
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, write, 0);
  pthread_join(t, 0);
  assert(d == 1);
}
