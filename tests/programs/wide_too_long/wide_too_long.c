#include <stdlib.h>
#include <wchar.h>

int main(void) {
  wchar_t *const text = malloc(4 * sizeof *text);
  const int length = swprintf(text, 8, L"%d", 1234567890);
  free(text);
  return length == 7;
}
