#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

// What is assumed is about the input of the iteration before.
int main(void) {
  int wasSmall = 0;
  for (int k = 0; k < 2; k++) {
    unsigned input = __VERIFIER_nondet_uint();
    if (k > 0) {
      __VERIFIER_assume(wasSmall);
      assert(input * 2 != 14);
    }
    wasSmall = input < 5;
  }
}
