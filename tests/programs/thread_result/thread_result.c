#include <assert.h>
#include <pthread.h>

int cells[2];

static void leave(void *value) { pthread_exit(value); }

void *returns(void *unused) {
  cells[0] = 1;
  (void)unused;
  return &cells[0];
}

void *exits(void *self) {
  cells[1] = 2;
  assert(pthread_equal(pthread_self(), *(pthread_t *)self));
  leave(&cells[1]);
  return 0;
}

int main(void) {
  static pthread_t a, b;
  void *result;
  assert(pthread_create(&a, 0, returns, 0) == 0);
  assert(pthread_create(&b, 0, exits, &b) == 0);
  assert(!pthread_equal(a, b) && !pthread_equal(a, pthread_self()));
  assert(pthread_join(b, &result) == 0 && *(int *)result == 2);
  assert(pthread_join(a, &result) == 0 && *(int *)result == 1);
}
