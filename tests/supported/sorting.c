// Sorting and searching, with comparisons of the program's own.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

static int ascending(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
static int byFactor(const void* a, const void* b, void* factor) { return *(int*)factor * ascending(a, b); }

int main(void) {
  int numbers[] = {5, 3, 9, 1, 7, 3}, factor = -1, key = 7;
  qsort(numbers, 6, sizeof(int), ascending);
  for (int i = 1; i < 6; ++i) assert(numbers[i - 1] <= numbers[i]);
  assert(numbers[0] == 1 && numbers[5] == 9);
  assert(bsearch(&key, numbers, 6, sizeof(int), ascending) == numbers + 4);
  key = 8;
  assert(bsearch(&key, numbers, 6, sizeof(int), ascending) == 0);
  qsort_r(numbers, 6, sizeof(int), byFactor, &factor);
  for (int i = 1; i < 6; ++i) assert(numbers[i - 1] >= numbers[i]);
  qsort(numbers, 0, sizeof(int), ascending);
  return 0;
}
