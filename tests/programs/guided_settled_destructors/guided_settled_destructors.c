// A destructor is not called if the one before it fails.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y, w;
void *t1(void *a) { x = 1; return 0; }
void *t2(void *a) { int r = y; assert(!(r == 1 && w == 0)); return 0; }
__attribute__((destructor(101))) void second(void) { y = 1; w = 1; y = 2; }
__attribute__((destructor(102))) void first(void) { assert(x == 0); }
int main() {
  pthread_t a, b;
  pthread_create(&b, 0, t2, 0);
  pthread_create(&a, 0, t1, 0);
  return 0;
}
