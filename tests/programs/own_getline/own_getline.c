#include <assert.h>
#include <stdio.h>

static const char *input = "one\ntwo\n";

/* As Kernighan and Ritchie had it, before POSIX took the name. */
int getline(char line[], int room) {
  int length = 0;
  while (*input && length < room - 1) {
    line[length++] = *input;
    if (*input++ == '\n') break;
  }
  line[length] = 0;
  return length;
}

int main(void) {
  char line[16];
  int lines = 0;
  while (getline(line, sizeof line) > 0) ++lines;
  assert(lines == 3);
  return 0;
}
