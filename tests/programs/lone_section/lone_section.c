// Main waits until all have counted themselves. The section around that does one access, and the answer is in a global
// variable that only main accesses, as tools write it that make programs of weak memory models.
#include <pthread.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_error(void);

int done, sum;
_Bool all;

void* add(void* unused) {
  __VERIFIER_atomic_begin();
  sum = sum + 1;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  done = done + 1;
  __VERIFIER_atomic_end();
  return 0;
}

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 3; ++i) pthread_create(&thread, 0, add, 0);
  __VERIFIER_atomic_begin();
  all = done == 3;
  __VERIFIER_atomic_end();
  __VERIFIER_assume(all);
  if (sum != 3) __VERIFIER_error();
  return 0;
}
