#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  const size_t bytes = (size_t)MB << 20;
  char *p = malloc(bytes);
  memset(p, 0, bytes);
  int bad = p[5] == 0;
  free(p);
  assert(!bad);
}
