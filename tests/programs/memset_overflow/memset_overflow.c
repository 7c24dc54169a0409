#include <stdlib.h>
#include <string.h>

int main(void) {
  long *block = malloc(4 * sizeof *block);
  memset(block, 0, 5 * sizeof *block);
  free(block);
}
