#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *text = malloc(8);
  snprintf(text, 8, "%d", 123456789);
  snprintf(text, 800, "%d", 1234567);
  sprintf(text, "%d", 12345678);
  free(text);
}
