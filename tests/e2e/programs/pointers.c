// Calls and threads through tables of functions; which function is an input.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static int x;
static int more(int a) { return a + 1; }
static int less(int a) { return a - 1; }
static int (*const steps[2])(int) = {more, less};

static void *step(void *unused) {
  x = steps[__VERIFIER_nondet_int() & 1](x);
  return unused;
}
static void *set(void *unused) {
  x = 10;
  return unused;
}
static void *(*code[2])(void *) = {step, set};

int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, code[i], 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
#ifdef SAFE
  assert(x == 9 || x == 10 || x == 11 || x == 1 || x == -1);
#else
  assert(x != 9);
#endif
}
