// 1 GiB is asked for; only its ends are used.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  size_t size = (size_t)1 << 30;
  char *p = malloc(size);
  if (p == NULL) return 0;
  p[0] = 1;
  p[size - 1] = 2;
  assert(p[0] + p[size - 1] == 3);
  free(p);
  return 0;
}
