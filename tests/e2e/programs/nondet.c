// Heddle's choice of the value decides whether the assertion holds.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  assert(__VERIFIER_nondet_int() != LIMIT);
  return 0;
}
