// An input that is used for something, and is wrong as 3 only.
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

int cells[4] = {5, 6, 7, 0};

int main(void) {
  const unsigned i = __VERIFIER_nondet_uint();
  if (i >= 4) return 0;
  assert(cells[i] != 0);
  return 0;
}
