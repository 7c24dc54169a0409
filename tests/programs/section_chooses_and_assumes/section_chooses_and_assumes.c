#include <heddle/heddle.h>

int main(void) {
  __VERIFIER_atomic_begin();
  unsigned value = heddle_choose(2);
  heddle_assume(value == 1);
  heddle_assert(value != 1);
  __VERIFIER_atomic_end();
}
