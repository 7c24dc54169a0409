#include <heddle/heddle.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

int main(void) {
  heddle_assert(getenv("A") == 0 && setenv("A", "1", 0) == 0 && setenv("B", "2", 0) == 0);
  heddle_assert(strcmp(getenv("A"), "1") == 0 && setenv("A", "3", 0) == 0 && strcmp(getenv("A"), "1") == 0);
  heddle_assert(setenv("A", "3", 1) == 0 && strcmp(getenv("A"), "3") == 0 && strcmp(environ[1], "B=2") == 0);
  static char entry[] = "C=4";
  heddle_assert(putenv(entry) == 0 && strcmp(getenv("C"), "4") == 0 && unsetenv("A") == 0 && getenv("A") == 0);
  heddle_assert(setenv("X=", "1", 1) == -1 && clearenv() == 0 && getenv("B") == 0);

  heddle_assert(strcmp(setlocale(LC_ALL, ""), "C") == 0 && setlocale(LC_ALL, "xx_YY") == 0);
  heddle_assert(strcmp(localeconv()->decimal_point, ".") == 0);

  char words[] = " two words";
  heddle_assert(strcmp(strtok(words, " "), "two") == 0 && strcmp(strtok(0, " "), "words") == 0 && strtok(0, " ") == 0);
}
