#include <stdlib.h>

int main(void) {
  char *text = malloc(10);
  for (int i = 9; i >= -1; --i) text[i] = 'x';
  free(text);
}
