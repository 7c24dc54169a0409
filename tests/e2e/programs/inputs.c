// An assertion that fails for two of the values that threads are given.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static atomic_int x, y;

static void *any(void *unused) {
  x = __VERIFIER_nondet_int();
  return unused;
}
static void *large(void *unused) {
  const int value = __VERIFIER_nondet_int();
  __VERIFIER_assume(value > 1000 && value < 2000);
  y = value * 3;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, any, 0);
  pthread_create(&b, 0, large, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef SAFE
  assert(x != 123456 || y != 3722);
#else
  assert(x != 123456 || y != 3723);
#endif
}
