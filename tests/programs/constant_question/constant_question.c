#include <pthread.h>
#include <assert.h>
int shared;
#define SWAB(x) (__builtin_constant_p(x) ? 1 : 0)
static int probe(int *p) { return SWAB(*p); }
static void *t(void *a) { return probe(&shared) ? a : 0; }
int main(void) {
  pthread_t x;
  pthread_create(&x, 0, t, 0);
  shared = 1;
  pthread_join(x, 0);
  return probe(0);
}
