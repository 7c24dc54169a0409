#include <stdlib.h>

int main(void) {
  int *old = malloc(4 * sizeof *old), *new = realloc(old, 400 * sizeof *old);
  old[0] = 1;
  free(new);
}
