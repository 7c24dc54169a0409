#include <assert.h>
#include "two_files.h"

int main(void) {
  assert(answer() == EXPECTED);
  return 0;
}
