#include <stdlib.h>

int main(void) {
  char *text = malloc(16);
  text[4000] = 'x';
  free(text);
}
