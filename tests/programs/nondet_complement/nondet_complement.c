#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

// ~ is not !: of 0 and 1 it is -1 and -2, and both hold.
int main(void) {
  int input = __VERIFIER_nondet_int();
  int isSmall = input < 5;
  __VERIFIER_assume(~isSmall);
  assert(input >= 5);
}
