// Without --stdin there is nothing to read, which is found by reading.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int tries = 0, number = 0;
  while (!feof(stdin)) {
    ++tries;
    assert(getchar() == EOF);
  }
  assert(tries == 1 && scanf("%d", &number) == EOF && !ferror(stdin));
  return 0;
}
