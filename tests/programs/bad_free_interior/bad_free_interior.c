#include <stdlib.h>

int main(void) {
  char *block = malloc(32);
  block += 8;
  free(block);
}
