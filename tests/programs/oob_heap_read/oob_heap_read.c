#include <stdlib.h>

int main(void) {
  int *numbers = calloc(3, sizeof *numbers), sum = 0;
  for (int i = 0; i <= 3; ++i) sum += numbers[i];
  free(numbers);
  return sum;
}
