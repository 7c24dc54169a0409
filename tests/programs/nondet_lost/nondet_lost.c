// What threads return is found out by nobody, unless a join asks for it: any value will do, as it does for an input
// that is not looked at.
#include <assert.h>
#include <pthread.h>

extern void *__VERIFIER_nondet_pointer(void);
extern int __VERIFIER_nondet_int(void);

static void *one(void *unused) {
  (void)__VERIFIER_nondet_int();
  return __VERIFIER_nondet_pointer();
}

int main(void) {
  pthread_t a;
  void *result = 0;
  pthread_create(&a, 0, one, 0);
#ifdef TAKEN
  pthread_join(a, &result);
#else
  pthread_join(a, 0);
#endif
  assert(result != (void *)64);
  return 0;
}
