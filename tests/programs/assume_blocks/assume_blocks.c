#include <heddle/heddle.h>

int main(void) {
  unsigned value = heddle_choose(4);
  heddle_assume(value % 2 == 0);
  heddle_assert(value == 0 || value == 2);
}
