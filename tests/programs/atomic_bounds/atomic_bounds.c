#include <stdatomic.h>
#include <stdlib.h>

int main(void) {
  atomic_int *cells = calloc(3, sizeof *cells);
  for (int i = 0; i <= 3; ++i) atomic_fetch_add(&cells[i], 1);
  free(cells);
}
