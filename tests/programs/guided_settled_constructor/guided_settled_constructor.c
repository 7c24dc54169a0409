// main is not called if a constructor fails.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y, w;
void *t1(void *a) { y = 0; x = 1; return 0; }
void *t2(void *a) { int r = y; assert(!(r == 1 && w == 0)); return 0; }
__attribute__((constructor)) void early(void) {
  pthread_t a;
  pthread_create(&a, 0, t1, 0);
  assert(x == 1);
}
int main() {
  pthread_t b;
  pthread_create(&b, 0, t2, 0);
  y = 1; w = 1; y = 2;
  return 0;
}
