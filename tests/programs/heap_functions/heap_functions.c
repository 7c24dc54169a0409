#include <assert.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  int *numbers = calloc(4, sizeof *numbers);
  for (int i = 0; i < 4; ++i) assert(numbers[i] == 0);
  for (int i = 0; i < 4; ++i) numbers[i] = i;
  numbers = realloc(numbers, 100 * sizeof *numbers);
  for (int i = 0; i < 4; ++i) assert(numbers[i] == i);
  numbers[99] = 1;
  numbers = realloc(numbers, 2 * sizeof *numbers);
  assert(numbers[1] == 1);
  free(numbers);
  free(NULL);
  char *text = realloc(NULL, 3);
  strcpy(text, "ab");
  free(text);
  void *aligned = aligned_alloc(64, 128);
  assert((uintptr_t)aligned % 64 == 0);
  free(aligned);
  assert(posix_memalign(&aligned, 256, 10) == 0 && (uintptr_t)aligned % 256 == 0);
  memset(aligned, 1, 10);
  free(aligned);
  char *copy = strdup("warp");
  assert(strlen(copy) == 4);
  free(copy);
  assert(calloc(SIZE_MAX / 2, 4) == NULL && errno == ENOMEM);
  errno = 0;
  volatile size_t too_much = SIZE_MAX / 2;
  assert(malloc(too_much) == NULL && errno == ENOMEM);
  void *none = malloc(0);
  free(none);
}
