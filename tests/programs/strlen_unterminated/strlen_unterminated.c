#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text = malloc(4);
  memset(text, 'x', 4);
  size_t length = strlen(text);
  free(text);
  return (int)length;
}
