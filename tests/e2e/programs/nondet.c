// Heddle's choice of the value decides whether the assertion holds.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  assert(2 * __VERIFIER_nondet_int() != 2 * LIMIT);
  return 0;
}
