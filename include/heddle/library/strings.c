/* strtok, with the state that all threads share: two that use it at once race. */
#include <string.h>

char *strtok(char *text, const char *delimiters) {
  static char *rest;
  return strtok_r(text, delimiters, &rest);
}
