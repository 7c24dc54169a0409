#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = malloc(8);
  strcpy(text, "abcdefg");
  memmove(text + 1, text, 6);
  assert(memcmp(text, "aabcdef", 7) == 0);
  assert(memchr(text, 'f', 100) == text + 6);
  memset(text, 'x', 8);
  assert(strnlen(text, 8) == 8 && strncmp(text, "xxxxxxxx", 8) == 0);
  strncpy(text, "ab", 8);
  assert(text[7] == 0);
  strcat(text, "cd");
  strncat(text, "efgh", 2);
  assert(strcmp(text, "abcdef") == 0 && strrchr(text, 'e') == text + 4);
  memset(NULL, 0, 0);
  char *exact = malloc(3);
  memcpy(exact, text, 3);
  assert(memcmp(exact, "abc", 3) == 0);
  free(exact);
  free(text);
}
