extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
void reach_error() { __assert_fail("0", "svcomp_style.c", 3, "reach_error"); }
void __VERIFIER_assert(int cond) {
  if (!cond) {
  ERROR: { reach_error(); abort(); }
  }
}
#include <pthread.h>

int x;

void *thread1(void *arg) {
  x = 1;
  x = 2;
  return 0;
}

int main() {
  static pthread_t t;
  pthread_create(&t, 0, thread1, 0);
  __VERIFIER_assert(x != 1);
  return 0;
}
