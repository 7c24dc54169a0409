#include <assert.h>
#include <stdbool.h>

bool __VERIFIER_nondet_bool(void);

int main(void) {
  bool yes = __VERIFIER_nondet_bool();
  assert(yes || !yes);
}
