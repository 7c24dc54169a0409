// The end of input is found by who wants more than there is, not by who takes the last character.
// options: --stdin end.txt
#include <assert.h>
#include <stdio.h>

int main(void) {
  char first = 0, second = 0, digit = 0;
  int number = 0;
  assert(scanf("%c%1[a-z]", &first, (char[2]){0}) == 2 && first == '7' && !feof(stdin));
  assert(scanf("%d", &number) == 1 && number == 42 && feof(stdin));  // a digit more could have come
  assert(ungetc('2', stdin) == '2' && !feof(stdin));
  assert(scanf("%c", &digit) == 1 && digit == '2' && !feof(stdin));
  assert(scanf("%c", &second) == EOF && second == 0 && feof(stdin) && getchar() == EOF);
  return 0;
}
